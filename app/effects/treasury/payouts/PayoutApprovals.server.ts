/**
 * Decides whether a payout needs a vote, and whether one approved exactly these rows (docs/product/treasury.md).
 * Budgets and payments of several signers ask here as well, because everything paid without a vote counts together.
 */

import { Clock, Duration, Effect, Option, Schema } from "effect"
import { type Community, CommunityId } from "~/effects/access/Community"
import { FREE_DAYS } from "~/effects/access/rules"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { formatAmount } from "~/ledger/index"
import type { Distribution } from "./Distribution"
import { NotApproved } from "./errors"
import { freePayoutOf, noVotes, payoutNeedsVote } from "./voteRule"

const Found = Schema.Struct({ id: ProposalId, number: Schema.Int, status: Schema.String })
/** Fields read from a multisig payment, which is stored as one JSON text. */
const SignedPayment = Schema.Struct({
  resource: Schema.String,
  amount: AmountFromText,
  further: Schema.optionalWith(Schema.Array(Schema.Struct({ amount: AmountFromText })), { default: () => [] }),
  vote: Schema.NullOr(Schema.Unknown),
  noVote: Schema.optionalWith(Schema.NullOr(Schema.Literal(...noVotes)), { default: () => null })
})
const Paid = Schema.Struct({
  id: Schema.String,
  total: Schema.NullOr(AmountFromText),
  payment: Schema.NullOr(Schema.parseJson(SignedPayment))
}).annotations(rowOf("distributions"))

/** Amount of one token paid without a vote, in attos; 0 if a vote decided. */
const freelyIn =
  (resource: string) =>
  ({ payment, total }: typeof Paid.Type): bigint => {
    if (payment === null) return total ?? 0n
    if (payment.resource !== resource || (payment.vote !== null && payment.noVote === null)) return 0n
    return payment.further.reduce((sum, { amount }) => sum + amount, payment.amount)
  }

const APPROVED: ReadonlySet<string> = new Set(["awaitingExecution", "executed", "executionFailed"])
const UNDECIDED: ReadonlySet<string> = new Set(["review", "active"])

/** The proposal that carries a payout's payments. */
export interface Approval {
  readonly proposalId: ProposalId
  readonly number: number
  readonly isApproved: boolean
  /** The vote is still open. */
  readonly isOpen: boolean
}

/** Community fields that the rule depends on. */
type Deciding = Pick<Community, "id" | "memberCount" | "governance">

/** Prefers a passed proposal, then an open one, then the newest. */
const approvalIn = (found: ReadonlyArray<typeof Found.Type>): Option.Option<Approval> => {
  const best = found.find(({ status }) => APPROVED.has(status)) ?? found.find(({ status }) => UNDECIDED.has(status))
  return Option.map(Option.fromNullable(best ?? found[0]), ({ id, number, status }) => ({
    proposalId: id,
    number,
    isApproved: APPROVED.has(status),
    isOpen: UNDECIDED.has(status)
  }))
}

export class PayoutApprovals extends Effect.Service<PayoutApprovals>()("treasury/payouts/PayoutApprovals", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const carrying = findAll({
      Request: Schema.Struct({ communityId: CommunityId, digest: Schema.String }),
      Result: Found,
      execute: ({ communityId, digest }) => sql`SELECT id, number, status FROM proposals
        WHERE community_id = ${communityId} AND action_type = 'distribution' AND action_hash = ${digest}
        ORDER BY number DESC LIMIT 20`
    })
    const free = findAll({
      Request: Schema.Struct({ communityId: CommunityId, resource: Schema.String, since: Schema.Number }),
      Result: Paid,
      execute: ({ communityId, resource, since }) => sql`SELECT id, total, NULL AS payment FROM distributions
        WHERE community_id = ${communityId} AND resource = ${resource} AND started_at > ${since}
          AND proposal_id IS NULL
          AND NOT (purpose = 'coupon' AND EXISTS (SELECT 1 FROM bond_coupons c
            WHERE c.distribution_id = distributions.id AND c.plan_digest = distributions.digest))
        UNION ALL SELECT b.id, b.total, NULL AS payment FROM budgets b JOIN escrows e ON e.id = b.id
        WHERE b.community_id = ${communityId} AND b.resource = ${resource} AND b.proposal_id IS NULL
          AND (e.state = 'asked' OR e.funded_at > ${since})
        UNION ALL SELECT id, NULL AS total, payload AS payment FROM approval_requests
        WHERE community_id = ${communityId} AND kind = 'payment'
          AND (state = 'sent' OR (state IN ('committed', 'mismatch') AND decided_at > ${since}))`
    })
    /**
     * Whether the payout is a coupon exactly as prepared from the ledger. The terms of its bond already owe it, so it
     * needs no vote; with any change to its rows it does.
     */
    const isOwed = ({ id, purpose }: Pick<Distribution, "id" | "purpose">, digest: string | null) =>
      purpose !== "coupon" || digest === null
        ? Effect.succeed(false)
        : Effect.map(
            sql`SELECT 1 FROM bond_coupons WHERE distribution_id = ${id} AND plan_digest = ${digest}`,
            (rows) => rows.length > 0
          )

    /**
     * Sum of one token paid without a vote and not owed: payouts started in the last 30 days, budgets moved into escrow
     * then (whatever happened to them), and payments by several signers.
     */
    const paidFreely = Effect.fnUntraced(function* (communityId: CommunityId, resource: string) {
      const since = (yield* Clock.currentTimeMillis) - Duration.toMillis(Duration.days(FREE_DAYS))
      const rows = yield* free({ communityId, resource, since })
      return formatAmount(rows.map(freelyIn(resource)).reduce((sum, each) => sum + each, 0n))
    })

    /** Locks spending without a vote per community, so that of two that start together the second counts the first. */
    const turn = (communityId: CommunityId) => withLocks(sql, [`free-payouts:${communityId}`])

    /**
     * Checks a payout that waits to be sent again: members may have joined, or the rule changed, since its rows were
     * checked.
     */
    const requireFree = Effect.fnUntraced(function* (community: Deciding, run: Distribution) {
      if (run.proposalId !== null || (yield* isOwed(run, run.digest))) return
      const before = yield* paidFreely(community.id, run.resource)
      if (!payoutNeedsVote(community, run.total, before)) return
      return yield* new NotApproved({ limit: freePayoutOf(community), before, symbol: run.symbol })
    })

    return {
      /** The proposal that carries exactly these payments: a passed one if there is any, else the newest. */
      of: (communityId: CommunityId, digest: string) => Effect.map(carrying({ communityId, digest }), approvalIn),
      isOwed,
      paidFreely,
      requireFree,
      turn,
      /** The same check inside the transaction that starts it. */
      mayStart: (community: Deciding) => (run: Distribution) =>
        Effect.zipRight(turn(community.id), requireFree(community, run))
    }
  })
}) {}
