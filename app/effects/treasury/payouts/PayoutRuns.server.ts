/** What exactly a payout would pay, the vote about it, and its life on the ledger: start, pause, retry, stop. */
import { Clock, Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { hashOf } from "~/effects/base/text/digest"
import { actionOf } from "~/effects/governance/proposals/actionOf"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { amountOf } from "~/ledger/index"
import { type Distribution, pathOf } from "./Distribution"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionRows } from "./DistributionRows.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { NotApproved, RowsWrong, type UnreadableDistribution } from "./errors"
import { MOST_ROWS_VOTED } from "./limits"
import { batchesOf, planOf } from "./list/batches"

const TOO_MANY_VOTED = "A vote can decide on 2,000 rows at most. Split the list."

const DAY_MS = 86_400_000

/** Columns of a start; fixes until when unclaimed tokens are not taken back. */
const startColumns = ({ recoverDays }: Distribution, at: number) => ({
  state: "running",
  recoverAfter: recoverDays === null ? null : at + recoverDays * DAY_MS,
  startedAt: at
})

const startedEvent = ({ communityId, number, title }: Distribution, actor: AccountAddress) =>
  ({
    communityId,
    actor,
    type: "distributionStarted",
    target: pathOf(communityId, number),
    data: { title },
    visibility: "members"
  }) as const

export class PayoutRuns extends Effect.Service<PayoutRuns>()("treasury/payouts/PayoutRuns", {
  dependencies: [
    DistributionsRepo.Default,
    DistributionRows.Default,
    DistributionBatches.Default,
    ProposalDrafts.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { mustBe, remove, removeUnstarted, restore, update } = yield* DistributionsRepo
    const batches = yield* DistributionBatches
    const activity = yield* Activity
    const rows = yield* DistributionRows
    const drafts = yield* ProposalDrafts

    /** Rows to be paid, in the order of their lines. */
    const payable = (id: string) =>
      Effect.map(rows.valid(id), (found) =>
        found.map(({ account, amount, dueAt, line }) => ({ line, account, amount: amountOf(amount), dueAt }))
      )

    /** Hash of exactly the payments it would make. */
    const digest = (run: Distribution) => Effect.map(payable(run.id), (found) => hashOf(planOf(run, found)))

    /** The same hash for a payout whose batches are cut, regardless of what was paid since. */
    const hashOfAll = (run: Distribution) =>
      Effect.map(rows.planned(run.id), (found) =>
        hashOf(
          planOf(
            run,
            found.map(({ account, amount, dueAt }) => ({ account, amount: amountOf(amount), dueAt }))
          )
        )
      )

    /** Creates a draft proposal that carries exactly these payments; returns its ID. */
    const putToVote = Effect.fn("PayoutRuns.putToVote")(function* (
      given: Distribution,
      community: Pick<Community, "id" | "governance">,
      author: AccountAddress
    ) {
      const action = "putting it to a vote"
      const now = yield* mustBe(given, ["checked", "approved"], action)
      // The payout needed no vote when its rows were checked and needs one now.
      if (now.proposalId !== null) return yield* new WrongState({ thing: "payout", state: now.state, action })
      if (now.rowsReady > MOST_ROWS_VOTED) return yield* new RowsWrong({ message: TOO_MANY_VOTED })
      if (now.state === "approved") yield* update(now.id, { state: "checked" })
      return yield* drafts.begin({
        community,
        author,
        action: actionOf("distribution", planOf(now, yield* payable(now.id))),
        values: { kind: "spending", title: now.title, body: now.note }
      })
    }, atomically(sql))

    /** Approves after a passed vote on the rows as the caller saw them. */
    const approve = Effect.fn("PayoutRuns.approve")(function* (given: Distribution, proposalId: ProposalId) {
      const now = yield* mustBe(given, ["checked", "approved"], "approving it")
      if (now.digest === null || now.digest !== given.digest) return yield* new NotApproved({})
      yield* update(now.id, { state: "approved", proposalId })
    }, atomically(sql))

    /** Cuts the rows into batches. `may` has the last word, given the payout as it is in the transaction. */
    const start = Effect.fn("PayoutRuns.start")(function* (
      given: Distribution,
      size: number,
      version: number,
      may: (now: Distribution) => Effect.Effect<void, NotApproved> = () => Effect.void
    ) {
      const now = yield* mustBe(given, ["approved"], "starting it")
      yield* may(now)
      const at = yield* Clock.currentTimeMillis
      const planned = batchesOf(yield* payable(now.id), size)
      yield* Effect.forEach(planned, (batch) => batches.insert(now, batch, at), { discard: true })
      const cut = { chunkSize: size, chunksTotal: planned.length }
      yield* update(now.id, { ...cut, ...startColumns(now, at), startedVersion: version })
      // Columns that the payout does not use may be personal; nothing is read from them any more.
      yield* rows.removeSheet(now.id)
      yield* activity.record(startedEvent(now, given.account))
    }, atomically(sql))

    const pause = Effect.fn("PayoutRuns.pause")(function* (given: Distribution, paused: boolean) {
      const now = yield* mustBe(given, ["running"], paused ? "pausing it" : "resuming it")
      yield* update(now.id, { paused: paused ? 1 : 0 })
    }, atomically(sql))

    const retry = Effect.fn("PayoutRuns.retry")(function* (given: Distribution) {
      const now = yield* mustBe(given, ["running"], "trying again")
      yield* batches.wake(now.id)
      yield* update(now.id, { paused: 0 })
    }, atomically(sql))

    /**
     * Sends nothing more until it is taken up again. One that was never started is deleted: returns its rows, null for
     * the others. A batch that a wallet already has can still commit; then it
     * counts.
     */
    const stop = Effect.fn("PayoutRuns.stop")(function* (given: Distribution) {
      const now = yield* mustBe(given, ["draft", "checked", "approved", "running"], "stopping it")
      if (now.state !== "running") return yield* remove(now.id)
      yield* update(now.id, { state: "stopped", finished: 1, paused: 0, finishedAt: yield* Clock.currentTimeMillis })
      return null
    }, atomically(sql))

    /** Deletes a payout that cannot be read, provided nothing of it was started. */
    const discard = Effect.fn("PayoutRuns.discard")(function* (unreadable: UnreadableDistribution) {
      yield* withLocks(sql, [`distribution:${unreadable.run.id}`])
      if (!(yield* removeUnstarted(unreadable.run.id))) return yield* unreadable
    }, atomically(sql))

    /** Resumes a stopped payout with the same rows and batches, each under its own key, so nothing is paid twice. */
    const takeUp = Effect.fn("PayoutRuns.takeUp")(function* (given: Distribution) {
      const now = yield* mustBe(given, ["stopped"], "paying the rest")
      yield* update(now.id, { state: "running", finished: 0, paused: 0, finishedAt: null })
      yield* batches.wake(now.id)
    }, atomically(sql))

    return {
      start,
      pause,
      retry,
      stop,
      restore,
      discard,
      takeUp,
      payable,
      digest,
      hashOfAll,
      putToVote,
      approve
    }
  })
}) {}
