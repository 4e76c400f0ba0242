/**
 * Whether a payout needs a vote, and whether one approved exactly these rows (docs/product/treasury.md, 3.6.7; D-21).
 * Budgets and payments of several signers ask here as well: what is paid without a vote counts together.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { formatAmount } from "~/ledger/index"
import type { Distribution } from "./Distribution"
import { NotApproved } from "./errors"
import { FREE_DAYS } from "./limits"
import { freePayoutOf, needsVote, noVotes } from "./voteRule"

const Found = Schema.Struct({ id: Schema.String, number: Schema.Int, status: Schema.String })
/** What is read of a payment of several signers, which is kept as one text. */
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

/** Of one token, in attos; nothing where a vote decided it. */
const freelyIn =
  (resource: string) =>
  ({ payment, total }: typeof Paid.Type): bigint => {
    if (payment === null) return total ?? 0n
    if (payment.resource !== resource || (payment.vote !== null && payment.noVote === null)) return 0n
    return payment.further.reduce((sum, { amount }) => sum + amount, payment.amount)
  }

const APPROVED: ReadonlySet<string> = new Set(["awaitingExecution", "executed", "executionFailed"])
const UNDECIDED: ReadonlySet<string> = new Set(["review", "active"])

/** The proposal that carries the payments of a run. */
export interface Approval {
  readonly proposalId: string
  readonly number: number
  readonly isApproved: boolean
  /** People are still voting. */
  readonly isOpen: boolean
}

/** What the rule looks at. */
type Deciding = Pick<Community, "id" | "memberCount" | "governance">

/** One that passed comes before any other; else the newest. */
const approvalIn = (found: ReadonlyArray<typeof Found.Type>): Option.Option<Approval> => {
  const best = found.find(({ status }) => APPROVED.has(status)) ?? found.find(({ status }) => UNDECIDED.has(status))
  return Option.map(Option.fromNullable(best ?? found[0]), ({ id, number, status }) => ({
    proposalId: id,
    number,
    isApproved: APPROVED.has(status),
    isOpen: UNDECIDED.has(status)
  }))
}

export class PayoutApprovals extends Effect.Service<PayoutApprovals>()("effects/PayoutApprovals", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const carrying = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, digest: Schema.String }),
      Result: Found,
      execute: ({ communityId, digest }) => sql`SELECT id, number, status FROM proposals
        WHERE community_id = ${communityId} AND action_type = 'distribution' AND action_hash = ${digest}
        ORDER BY number DESC LIMIT 20`
    })
    const free = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, resource: Schema.String, since: Schema.Number }),
      Result: Paid,
      execute: ({ communityId, resource, since }) => sql`SELECT id, total, NULL AS payment FROM distributions
        WHERE community_id = ${communityId} AND resource = ${resource} AND started_at > ${since}
          AND proposal_id IS NULL
          AND NOT (purpose = 'coupon' AND EXISTS (SELECT 1 FROM bond_coupons c
            WHERE c.distribution_id = distributions.id AND c.plan_digest = distributions.digest))
        UNION ALL SELECT id, total, NULL AS payment FROM budgets
        WHERE community_id = ${communityId} AND resource = ${resource} AND proposal_id IS NULL
          AND (state = 'asked' OR parked_at > ${since})
        UNION ALL SELECT id, NULL AS total, payload AS payment FROM keeper_acts
        WHERE community_id = ${communityId} AND kind = 'payment'
          AND (state = 'sent' OR (state IN ('committed', 'mismatch') AND decided_at > ${since}))`
    })
    /**
     * A coupon exactly as it was prepared from the ledger: the terms of its series owe it, so nobody decides on it again.
     * With any change to its rows it is a payout like others.
     */
    const isOwed = ({ id, purpose }: Pick<Distribution, "id" | "purpose">, digest: string | null) =>
      purpose !== "coupon" || digest === null
        ? Effect.succeed(false)
        : Effect.map(
            Effect.orDie(sql`SELECT 1 FROM bond_coupons WHERE distribution_id = ${id} AND plan_digest = ${digest}`),
            (rows) => rows.length > 0
          )

    /**
     * Of one token, in payouts without a vote and not owed that were started in the last 30 days, in budgets that were
     * parked without one, whatever became of them, and in payments that several signers made without one.
     */
    const paidFreely = Effect.fnUntraced(function* (communityId: string, resource: string) {
      const since = (yield* Clock.currentTimeMillis) - Duration.toMillis(Duration.days(FREE_DAYS))
      const rows = yield* free({ communityId, resource, since })
      return formatAmount(rows.map(freelyIn(resource)).reduce((sum, each) => sum + each, 0n))
    }, Effect.orDie)

    /** What is spent without a vote, one after the other: of two that begin at once, the second counts the first. */
    const turn = (communityId: string) => Effect.orDie(takeTurns(sql, [`free-payouts:${communityId}`]))

    /** Of a run that waits to be sent: members may have joined, or the rule have changed, since its rows were checked. */
    const mustBeFree = Effect.fnUntraced(function* (community: Deciding, run: Distribution) {
      if (run.proposalId !== null || (yield* isOwed(run, run.digest))) return
      const before = yield* paidFreely(community.id, run.resource)
      if (!needsVote(community, run.total, before)) return
      return yield* new NotApproved({ limit: freePayoutOf(community), before, symbol: run.symbol })
    })

    return {
      /** The newest proposal that carries exactly these payments; one that passed comes before any other. */
      of: (communityId: string, digest: string) =>
        Effect.map(Effect.orDie(carrying({ communityId, digest })), approvalIn),
      isOwed,
      paidFreely,
      mustBeFree,
      turn,
      /** The same in the transaction that starts it. */
      mayStart: (community: Deciding) => (run: Distribution) =>
        Effect.zipRight(turn(community.id), mustBeFree(community, run))
    }
  })
}) {}
