/**
 * Whether this server may be given requests: it is not stopping, and its database takes writes
 * (docs/product/safety.md, B19, B23). Layers are built in order, so a server that answers at all has run its migrations.
 * What only some requests need does not count: a store of uploads that does not answer is told beside it, as degraded.
 *
 * Both are looked at in the background, and who asks is answered from what is known: a look of its own would wait behind
 * pages on a busy server, which would then be taken for a broken one. While all is well a look reads. Where anything of
 * this process found that the storage fails, it writes, until a write goes through: a full disk shows by nothing else.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Exit, Layer, Option, Schedule, Schema } from "effect"
import { DatabaseClock, isClockOff } from "~/effects/base/db/DatabaseClock.server"
import { HealthSql } from "~/effects/base/db/HealthSql.server"
import { lookAtDatabase, probeDatabase } from "~/effects/base/db/probe.server"
import { LockTimeout } from "~/effects/base/db/sqlite.server"
import { storageFailuresSeen } from "~/effects/base/db/storageFailure.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"

export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", {
  reason: Schema.Literal("stopping", "clock", "database", "silent")
}) {
  readonly status = 503
  readonly code = "E-NOT-READY"
  readonly retryAfter = 5
  override get message() {
    return reasons[this.reason]
  }
}

const reasons = {
  stopping: "The server is stopping.",
  clock: "The clocks of this machine and of the database differ by more than two seconds.",
  database: "The database takes no writes.",
  silent: "The database does not answer."
} as const

/** What does not work while the server is ready. */
export type Degraded = "uploads"

const BETWEEN_LOOKS = "1 second"
/** A look that takes longer has found nothing out: the process may be busy, or the database silent. */
const TIMEOUT = "5 seconds"
/** Milliseconds. The database counts as silent once nothing was found out for so long. */
export const STALE_MS = 10_000
/** Milliseconds. A lock held for longer is one that requests will feel. */
const LOCK_TIMEOUT = 300

/** Milliseconds of this process: a clock that is set, or moved in local mode, makes nothing older. */
const now = () => performance.now()

/** Writes where something failed since a write last went through, and reads otherwise. The server's start was a write. */
const makeLook = <E, R>(reading: Effect.Effect<unknown, E, R>, writing: Effect.Effect<unknown, E, R>) => {
  let mended = storageFailuresSeen()
  return Effect.suspend(() => {
    const seen = storageFailuresSeen()
    if (seen === mended) return Effect.asVoid(reading)
    return Effect.map(writing, () => {
      mended = seen
    })
  })
}

export class Readiness extends Effect.Service<Readiness>()("effects/Readiness", {
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

    // A statement that is called off waits for its server, which may be what does not answer.
    const inTime = <A, E>(look: Effect.Effect<A, E>, what: string) =>
      Effect.timeoutOption(Effect.disconnect(look), TIMEOUT).pipe(
        Effect.tap((found) =>
          Option.isNone(found) ? Effect.logWarning(`${what} did not answer in time`) : Effect.void
        )
      )
    const databaseBy = <E>(look: Effect.Effect<boolean, E, SqlClient.SqlClient>) =>
      look.pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.filterOrFail((isWell) => isWell),
        Effect.provideService(LockTimeout, LOCK_TIMEOUT)
      )
    const lookAtWrites = inTime(makeLook(databaseBy(lookAtDatabase), databaseBy(probeDatabase)), "the database").pipe(
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
    const lookAtFiles = inTime(makeLook(files.look, files.probe), "the store of uploads").pipe(
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
      /** What is degraded while requests may come; nothing is asked for it. */
      check,
      /** One look at everything. */
      look: Effect.all([lookAtWrites, lookAtFiles], { concurrency: "unbounded", discard: true }),
      /** Looks until the scope ends. Neither waits for the other. */
      watch: Effect.all(
        [lookAtWrites, lookAtFiles].map((look) =>
          Effect.forkScoped(Effect.repeat(look, Schedule.spaced(BETWEEN_LOOKS)))
        ),
        { discard: true }
      ),
      /** As SIGTERM does. */
      stop: Effect.sync(stop)
    }
  })
}) {}

export const ReadinessLive = Layer.scopedDiscard(Effect.flatMap(Readiness, ({ watch }) => watch)).pipe(
  Layer.provideMerge(Readiness.Default),
  Layer.provide(Layer.merge(UploadStore.layer, HealthSql.layer))
)

/** GET /readyz: 200 while requests may come, 503 while the server stops or its database takes no writes. */
export const readyNow = Effect.gen(function* () {
  const { check } = yield* Readiness
  return { ready: true, degraded: yield* check }
})
