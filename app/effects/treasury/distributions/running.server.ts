/** The part of a distribution's life that is on the ledger: begun, paused, tried again, stopped. */
import type { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Activity } from "~/effects/activity/activity/Activity.server"
import type { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { type Amount, formatAmount } from "~/ledger/index"
import { type Distribution, pathOf } from "./Distribution"
import type { NotApproved } from "./errors"
import { batchesOf, batchHash, batchIdOf } from "./list/batches"

const DAY_MS = 86_400_000

/** What the service keeps for itself: taking a run's turn, and writing its row. */
interface Writing {
  readonly mustBe: (
    given: Pick<Distribution, "id">,
    states: ReadonlyArray<Distribution["state"]>,
    action: string
  ) => Effect.Effect<Distribution, WrongState>
  readonly update: (id: string, values: Readonly<Record<string, string | number | null>>) => Effect.Effect<void>
  readonly payable: (
    id: string
  ) => Effect.Effect<ReadonlyArray<{ readonly line: number; readonly account: string; readonly amount: Amount }>>
}

export const makeRunning = (sql: SqlClient.SqlClient, activity: Activity, { mustBe, payable, update }: Writing) => {
  /** Cuts the rows into batches, for ever. `may` has the last word, about the run as it then is. */
  const start = Effect.fn("Distributions.start")(function* (
    given: Distribution,
    size: number,
    version: number,
    may: (now: Distribution) => Effect.Effect<void, NotApproved> = () => Effect.void
  ) {
    const now = yield* mustBe(given, ["approved"], "starting it")
    yield* may(now)
    const at = yield* Clock.currentTimeMillis
    const batches = batchesOf(yield* payable(now.id), size)
    for (const { n, rows, sum } of batches) {
      const hash = batchHash(batchIdOf(now.id, n), now.resource, rows)
      yield* Effect.orDie(
        sql`INSERT INTO distribution_chunks ${sql.insert({
          distributionId: now.id,
          n,
          people: rows.length,
          amount: formatAmount(sum),
          hash,
          state: "ready",
          updatedAt: at
        })}`
      )
      const lines = rows.map(({ line }) => line)
      yield* Effect.orDie(sql`UPDATE distribution_rows SET chunk = ${n}
        WHERE distribution_id = ${now.id} AND ${sql.in("line", lines)} AND chunk IS NULL`)
    }
    const recoverAfter = now.recoverDays === null ? null : at + now.recoverDays * DAY_MS
    yield* update(now.id, {
      state: "running",
      chunkSize: size,
      chunksTotal: batches.length,
      recoverAfter,
      startedAt: at,
      startedVersion: version
    })
    yield* activity.record({
      communityId: now.communityId,
      actor: given.account,
      type: "distributionStarted",
      target: pathOf(now.communityId, now.number),
      data: { title: now.title },
      visibility: "members"
    })
  }, atomically(sql))

  const pause = Effect.fn("Distributions.pause")(function* (given: Distribution, paused: boolean) {
    const now = yield* mustBe(given, ["running"], paused ? "pausing it" : "going on with it")
    yield* update(now.id, { paused: paused ? 1 : 0 })
  }, atomically(sql))

  /** Batches that did not happen may be signed again; what is under way is not touched. */
  const wakeChunks = (id: string) =>
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      yield* sql`UPDATE distribution_chunks SET state = 'ready', error = NULL, updated_at = ${at}
        WHERE distribution_id = ${id} AND state IN ('failed', 'rejected')`
    }).pipe(Effect.orDie)

  const retry = Effect.fn("Distributions.retry")(function* (given: Distribution) {
    const now = yield* mustBe(given, ["running"], "trying again")
    yield* wakeChunks(now.id)
    yield* update(now.id, { paused: 0 })
  }, atomically(sql))

  /**
   * Nothing more is sent, unless it is taken up again. A batch the wallet has may still commit; then it counts.
   */
  const stop = Effect.fn("Distributions.stop")(function* (given: Distribution) {
    const now = yield* mustBe(given, ["draft", "checked", "approved", "running"], "stopping it")
    if (now.state !== "running") {
      yield* Effect.orDie(sql`DELETE FROM distributions WHERE id = ${now.id}`)
      return false
    }
    yield* update(now.id, { state: "stopped", finished: 1, paused: 0, finishedAt: yield* Clock.currentTimeMillis })
    return true
  }, atomically(sql))

  /** What was stopped goes on: the same rows in the same batches, each under its own key, so nothing is paid twice. */
  const takeUp = Effect.fn("Distributions.takeUp")(function* (given: Distribution) {
    const now = yield* mustBe(given, ["stopped"], "paying the rest")
    yield* update(now.id, { state: "running", finished: 0, paused: 0, finishedAt: null })
    yield* wakeChunks(now.id)
  }, atomically(sql))

  return { start, pause, retry, stop, takeUp }
}
