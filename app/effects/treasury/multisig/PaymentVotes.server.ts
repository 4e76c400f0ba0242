/**
 * Whether a vote decided on a payment of several signers, and whether one has to: the same rule as for payouts and
 * budgets (docs/product/multisig.md).
 */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { manifestTextOf } from "~/effects/governance/proposals/action.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import type { OnLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { freePayoutOf, noVoteFor } from "~/effects/treasury/payouts/voteRule"
import type { Payment } from "./ApprovalRequest"
import { type Paying, totalOf } from "./approvalMessages"
import { PaymentNotApproved } from "./errors"
import { isVotedPayment } from "./votedPayment"

/** Statuses of passed proposals that have not been executed. */
export const DECIDED: ReadonlyArray<string> = ["passed", "awaitingExecution", "executionFailed"]

type Deciding = Pick<Community, "id" | "memberCount" | "governance">
type Wanted = Paying & Pick<Payment, "symbol" | "vote">

export const makePaymentVotes = Effect.gen(function* () {
  const approvals = yield* PayoutApprovals
  const proposals = yield* ProposalsRepo

  /** Whether the named vote has passed, waits, and pays exactly this. */
  const isVoted = Effect.fnUntraced(function* (communityId: Deciding["id"], wanted: Wanted, place: OnLedger) {
    if (wanted.vote === null) return false
    const row = Option.getOrNull(yield* proposals.findById(communityId, wanted.vote.id, null))
    const voted = row === null || row.action === null ? null : manifestTextOf(row.action)
    return row !== null && voted !== null && DECIDED.includes(row.status) && isVotedPayment(voted, wanted, place)
  })

  /** Null if the named vote decided exactly this; otherwise why no vote is needed. Fails if one is. */
  const must = Effect.fn("PaymentVotes.must")(function* (community: Deciding, wanted: Wanted, place: OnLedger) {
    if (yield* isVoted(community.id, wanted, place)) return null
    const before = yield* approvals.paidFreely(community.id, wanted.resource)
    const reason = noVoteFor(community, { way: "payment", total: totalOf(wanted), before })
    if (reason !== null) return reason
    return yield* new PaymentNotApproved({
      limit: freePayoutOf(community),
      before,
      symbol: wanted.symbol,
      mismatched: wanted.vote?.number ?? null
    })
  })

  return {
    must,
    /** The same check in the transaction that sends it, before any other lock. */
    maySend: (community: Deciding, wanted: Wanted, place: OnLedger) =>
      Effect.zipRight(approvals.turn(community.id), must(community, wanted, place))
  }
})
