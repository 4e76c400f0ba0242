/**
 * Readiness: this server is not stopping, and its database accepts writes (docs/product/safety.md). Layers are built in
 * order, so a server that responds at all has run its migrations. Services that only some requests need do not count: a
 * store of uploads that does not respond is reported separately as degraded.
 *
 * Both are polled in the background, and requests get the last result: a poll per request would wait behind pages on a
 * busy server, which would then be taken for a broken one. While all is well, polls read. After any storage failure in
 * this process they write until a write succeeds, because a full disk shows only on a write.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Exit, Layer, Option, Schedule, Schema } from "effect"
import { DatabaseClock, isClockOff } from "~/effects/base/db/DatabaseClock.server"
import { probeDatabase, readDatabase } from "~/effects/base/db/probe.server"
import { HealthSql } from "~/effects/base/db/Sql.server"
import { LockTimeout } from "~/effects/base/db/sqlite.server"
import { logDied, storageFailuresSeen } from "~/effects/base/db/storageFailure.server"
import { coded } from "~/effects/base/failures/coded"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"

export class NotReady extends coded("NotReady", "E-NOT-READY", 503, {
  fields: { reason: Schema.Literal("stopping", "clock", "database", "silent") },
  message: ({ reason }) => reasons[reason]
}) {
  readonly retryAfter = 5
}

const reasons = {
  stopping: "The server is stopping.",
  clock: "The clocks of this machine and of the database differ by more than two seconds.",
  database: "The database accepts no writes.",
  silent: "The database does not answer."
} as const

/** What does not work although the server is ready. */
export type Degraded = "uploads"

const BETWEEN_LOOKS = "1 second"
/** Timeout of a poll. A poll that takes longer has no result: the process may be busy, or the database silent. */
const TIMEOUT = "5 seconds"
/** Milliseconds without a result after which the database counts as silent. */
export const STALE_MS = 10_000
/** Milliseconds. Requests will notice a lock that is held for longer. */
const LOCK_TIMEOUT = 300

/**
 * Milliseconds of the process' monotonic clock, so that changing the time of day, or local mode's clock, ages nothing.
 */
const now = () => performance.now()

/** Writes if there was a failure since the last successful write; otherwise reads. The server's start was a write. */
const makeCheck = <E, R>(reading: Effect.Effect<unknown, E, R>, writing: Effect.Effect<unknown, E, R>) => {
  let mended = storageFailuresSeen()
  return Effect.suspend(() => {
    const seen = storageFailuresSeen()
    if (seen === mended) return Effect.asVoid(reading)
    return Effect.map(writing, () => {
      mended = seen
    })
  })
}

export class Readiness extends Effect.Service<Readiness>()("server/http/Readiness", {
  scoped: Effect.gen(function* () {
    const files = yield* UploadStore
    const sql = yield* HealthSql
    const clock = yield* DatabaseClock
    let stopping = false
    const stop = () => {
      stopping = true
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("SIGTERM", stop)),
      () => Effect.sync(() => process.off("SIGTERM", stop))
    )

    let isDatabaseWell = true
    let knownSince = now()
    let areFilesWell = true

    // Cancelling a statement waits for its server, which may be what does not respond.
    const inTime = <A, E>(refresh: Effect.Effect<A, E>, what: string) =>
      Effect.timeoutOption(Effect.disconnect(refresh), TIMEOUT).pipe(
        Effect.tap((found) =>
          Option.isNone(found) ? Effect.logWarning(`${what} did not answer in time`) : Effect.void
        )
      )
    const databaseBy = <E>(refresh: Effect.Effect<boolean, E, SqlClient.SqlClient>) =>
      refresh.pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.filterOrFail((isWell) => isWell),
        Effect.provideService(LockTimeout, LOCK_TIMEOUT)
      )
    const checkWrites = inTime(makeCheck(databaseBy(readDatabase), databaseBy(probeDatabase)), "the database").pipe(
      Effect.tapErrorCause(logDied("not ready")),
      Effect.exit,
      Effect.flatMap((exit) =>
        Effect.sync(() => {
          if (Exit.isSuccess(exit) && Option.isNone(exit.value)) return
          isDatabaseWell = Exit.isSuccess(exit)
          knownSince = now()
        })
      )
    )
    const checkFiles = inTime(makeCheck(files.checkReads, files.probe), "the store of uploads").pipe(
      Effect.tapErrorCause(logDied("degraded")),
      Effect.exit,
      Effect.flatMap((exit) =>
        Effect.sync(() => {
          areFilesWell = Exit.isSuccess(exit) && Option.isSome(exit.value)
        })
      )
    )

    const check = Effect.suspend(() => {
      if (stopping) return Effect.fail(new NotReady({ reason: "stopping" }))
      if (isClockOff(clock.offset())) return Effect.fail(new NotReady({ reason: "clock" }))
      if (!isDatabaseWell) return Effect.fail(new NotReady({ reason: "database" }))
      if (now() - knownSince > STALE_MS) return Effect.fail(new NotReady({ reason: "silent" }))
      const degraded: ReadonlyArray<Degraded> = areFilesWell ? [] : ["uploads"]
      return Effect.succeed(degraded)
    })

    return {
      /** Degraded parts while the server is ready; runs no query. */
      check,
      /** One poll of everything. */
      refresh: Effect.all([checkWrites, checkFiles], { concurrency: "unbounded", discard: true }),
      /** Polls both independently until the scope ends. */
      watch: Effect.all(
        [checkWrites, checkFiles].map((refresh) =>
          Effect.forkScoped(Effect.repeat(refresh, Schedule.spaced(BETWEEN_LOOKS)))
        ),
        { discard: true }
      ),
      /** Marks the server as stopping, as SIGTERM does. */
      stop: Effect.sync(stop)
    }
  })
}) {}

export const ReadinessLive = Layer.scopedDiscard(Effect.flatMap(Readiness, ({ watch }) => watch)).pipe(
  Layer.provideMerge(Readiness.Default),
  Layer.provide(Layer.merge(UploadStore.layer, HealthSql.layer))
)

/** GET /readyz: 200 while requests may come, 503 while the server stops or its database accepts no writes. */
export const readyNow = Effect.gen(function* () {
  const { check } = yield* Readiness
  return { ready: true, degraded: yield* check }
})
