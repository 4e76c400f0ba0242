/**
 * Counts a vote when it closes: once, from the stored sums, and stores the result with its sentences
 * (docs/product/votes.md). A change of rules is applied in the same transaction.
 */
import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { Delegates } from "~/effects/governance/delegations/Delegates.server"
import { rankingsOf, tallyOf } from "~/effects/governance/votes/count/result"
import type { Draw } from "~/effects/governance/votes/count/ties"
import { awaitsDraw, resultName, tieNotes } from "~/effects/governance/votes/count/words"
import { DelegatedVotes } from "~/effects/governance/votes/DelegatedVotes.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { type FrozenProposal, proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import {
  closingStep,
  EXECUTION_DAYS,
  HOUR_MS,
  isRefused,
  takeStep
} from "~/effects/governance/votes/proposal/lifeCycle"
import { spanOf } from "~/effects/governance/votes/proposal/pollTimes"
import { Rankings } from "~/effects/governance/votes/Rankings.server"
import { type SealedCount, tallyOfSealed, withDelegated } from "~/effects/governance/votes/sealed/count"
import type { Sums, Tally } from "~/effects/governance/votes/Tally"
import { type HeldTally, VoteTallies } from "~/effects/governance/votes/VoteTallies.server"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { ProposalRow } from "./rows.server"
import { rulesAfter } from "./settingsAction.server"

const DAY_MS = 24 * HOUR_MS

const statusAfter = (row: ProposalRow, { outcome }: Tally) => {
  const closed = takeStep(row.status, closingStep(outcome))
  if (isRefused(closed) || closed !== "passed" || row.action === null) return closed
  return row.action.type === "settings" ? "executed" : "awaitingExecution"
}

/** Columns of a counted vote. */
const countedRow = (status: string, tally: Tally, now: number) => ({
  status,
  tally: JSON.stringify(tally),
  execution:
    status === "executed" ? JSON.stringify({ txId: null, state: "done", manifestMatches: null, at: now }) : null,
  dueAt: status === "awaitingExecution" ? now + EXECUTION_DAYS * DAY_MS : null,
  remindAt: null,
  closedAt: now,
  sortAt: now,
  updatedAt: now
})

/** The date that a counted poll has chosen, for calendars; null without one, since only its choices are times. */
const chosenDateRow = ({ communityId, id }: ProposalRow, { choices }: FrozenProposal, { winners }: Tally) => {
  const span = spanOf(choices.find(({ key }) => key === winners[0]) ?? {})
  if (span === null) return null
  return { proposalId: id, communityId, startsAt: span.from, endsAt: span.until, isDays: span.isDays ? 1 : 0 }
}

const UNCOUNTABLE = {
  sealed: {
    result: "none, its ballots could not be opened",
    words:
      "Its ballots are sealed, and the beacon did not open them within 14 days. Nothing was counted and nothing was decided."
  },
  level: {
    result: "none, a tie could not be decided",
    words:
      "The vote ended in a tie that a draw decides, and the beacon did not publish the signature for it within 14 days. Nothing was decided."
  }
} as const

interface Closing {
  readonly row: ProposalRow
  readonly frozen: FrozenProposal
  readonly held: HeldTally
  /** Unix milliseconds. */
  readonly now: number
}

export class VoteCounts extends Effect.Service<VoteCounts>()("governance/proposals/VoteCounts", {
  dependencies: [
    CommunityCounts.Default,
    DirectoryTotals.Default,
    ProposalsRepo.Default,
    CommunityWrites.Default,
    VoteTallies.Default,
    Rankings.Default,
    DelegatedVotes.Default,
    Delegates.Default,
    ProposalNotices.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const counts = yield* CommunityCounts
    const totals = yield* DirectoryTotals
    const repo = yield* ProposalsRepo
    const writes = yield* CommunityWrites
    const tallies = yield* VoteTallies
    const rankings = yield* Rankings
    const delegatedVotes = yield* DelegatedVotes
    const delegates = yield* Delegates
    const notices = yield* ProposalNotices

    /** Applies the voted rules. An open settings form is refused afterwards, because its version is outdated. */
    const applySettings = (row: ProposalRow) =>
      Effect.orDie(
        writes.change(row.communityId, null, row.author, (now) => rulesAfter(row.action?.payload ?? "", now))
      )

    const report = (row: ProposalRow, frozen: FrozenProposal, tally: Tally, isApplied: boolean) =>
      Effect.gen(function* () {
        const result = resultName(frozen, tally)
        const reported = [`The result of “${row.title}”: ${result}.`, ...tieNotes(tally)].join(" ")
        yield* notices.everybody(row, "proposalResult", reported, [row.author])
        yield* notices.author(row, `Your proposal “${row.title}” was counted. ${tally.words}`)
        yield* notices.happened(row, "proposalClosed", null, { result, outcome: tally.outcome })
        if (!isApplied) return
        yield* notices.happened(row, "proposalExecuted", null)
        yield* notices.voters(row, "votedProposal", true, `“${row.title}” was executed: the new rules apply now.`)
      })

    const tallyNow = (id: ProposalId, frozen: FrozenProposal, sums: Sums, draw: Draw | null) =>
      Effect.gen(function* () {
        const own = yield* rankings.of(id)
        const counted = yield* delegatedVotes.count(id, frozen)
        if (counted === null) return tallyOf(frozen, sums, own, draw)
        const delegated = rankingsOf(frozen, counted.ballots)
        return tallyOf(frozen, { ...sums, lent: counted.lent }, [...own, ...delegated], draw)
      })

    /** Locks and returns a vote whose time is over; null if it is not open, or not over. */
    const toClose = (communityId: CommunityId, id: ProposalId) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const held = Option.getOrNull(yield* tallies.hold(id))
        const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
        if (held === null || row === null || row.frozen === null) return null
        return row.status !== "active" || row.closesAt > now ? null : { held, row, frozen: row.frozen, now }
      })

    const settle = (communityId: CommunityId, { frozen, now, row }: Closing, tally: Tally) =>
      Effect.gen(function* () {
        const { id } = row
        const status = statusAfter(row, tally)
        if (isRefused(status)) return false
        yield* sql`UPDATE proposals SET ${sql.update(countedRow(status, tally, now))} WHERE id = ${id}`
        const chosen = chosenDateRow(row, frozen, tally)
        if (chosen !== null) yield* sql`INSERT INTO chosen_dates ${sql.insert(chosen)}`
        yield* counts.countOpenProposals(communityId, -1)
        if (frozen.snapshot.delegations !== undefined) yield* delegates.countUses(communityId, id, now)
        if (status === "executed") yield* applySettings(row)
        yield* report(row, frozen, tally, status === "executed")
        yield* totals.countDeeds(communityId, { votes: 1, votesPassed: tally.outcome === "passed" ? 1 : 0 })
        return true
      })

    /**
     * Counts and closes a vote whose time is over. Does nothing for a vote that is not open or not over, or whose tie
     * needs a draw that cannot be made yet. Returns whether it closed the vote.
     * @param signature of the vote's beacon round, verified; null if unknown.
     */
    const close = Effect.fn("VoteCounts.close")(function* (
      communityId: CommunityId,
      id: ProposalId,
      signature: string | null
    ) {
      const closing = yield* toClose(communityId, id)
      if (closing === null) return false
      const { frozen, held } = closing
      const draw = signature === null ? null : { proposalDigest: proposalDigest(frozen), signature }
      const tally = yield* tallyNow(id, frozen, held.sums, draw)
      return awaitsDraw(tally) ? false : yield* settle(communityId, closing, tally)
    }, atomically(sql))

    /**
     * Closes a sealed vote with the count of its opened ballots, if that includes all ballots so far; otherwise the
     * next run counts again. Returns whether it closed the vote.
     */
    const closeSealed = Effect.fn("VoteCounts.closeSealed")(function* (
      communityId: CommunityId,
      id: ProposalId,
      counted: SealedCount,
      signature: string
    ) {
      const closing = yield* toClose(communityId, id)
      if (closing === null || closing.held.end.seq !== counted.sums.ballots) return false
      const whole = withDelegated(closing.frozen, counted, yield* delegatedVotes.count(id, closing.frozen))
      yield* tallies.move(id, { end: closing.held.end, sums: whole.sums })
      const draw = { proposalDigest: proposalDigest(closing.frozen), signature }
      return yield* settle(communityId, closing, tallyOfSealed(closing.frozen, whole, draw))
    }, atomically(sql))

    /** Ends a vote without an outcome, because its ballots can never be opened or its tie never decided. */
    const giveUp = Effect.fn("VoteCounts.giveUp")(function* (communityId: CommunityId, id: ProposalId) {
      const closing = yield* toClose(communityId, id)
      if (closing === null) return
      const { now, row } = closing
      const given = { status: "uncountable", dueAt: null, remindAt: null, closedAt: now, sortAt: now, updatedAt: now }
      yield* sql`UPDATE proposals SET ${sql.update(given)} WHERE id = ${id}`
      yield* counts.countOpenProposals(communityId, -1)
      const { result, words } = UNCOUNTABLE[row.resultsVisibility === "sealed" ? "sealed" : "level"]
      yield* notices.everybody(row, "proposalResult", `The result of “${row.title}”: ${result}.`, [row.author])
      yield* notices.author(row, `Your proposal “${row.title}” could not be counted. ${words}`)
      yield* notices.happened(row, "proposalClosed", null, { result, outcome: "uncountable" })
    }, atomically(sql))

    return { close, closeSealed, giveUp }
  })
}) {}
