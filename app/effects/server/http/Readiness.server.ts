/**
 * Whether this server may be given requests: it is not stopping, its database takes writes and its store takes files
 * (docs/product/safety.md, B19, B23). Layers are built in order, so a server that answers at all has run its
 * migrations.
 *
 * While all is well it reads. Where anything of this process found that the storage fails, it writes, until a write
 * goes through: a full disk shows by nothing else.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { HealthSql } from "~/effects/base/db/HealthSql.server"
import { lookAtDatabase, probeDatabase } from "~/effects/base/db/probe.server"
import { LockTimeout } from "~/effects/base/db/sqlite.server"
import { storageFailuresSeen } from "~/effects/base/db/storageFailure.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"

export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", {
  reason: Schema.Literal("stopping", "database", "files")
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
  database: "The database takes no writes.",
  files: "The store of uploads takes no files."
} as const

const TIMEOUT = "900 millis"
/** Milliseconds. A lock held for longer is one that requests will feel. */
const LOCK_TIMEOUT = 300
/** A caller that asks more often gets the last answer, so that asking costs the database nothing. */
const REMEMBERED = "1 second"

export class Readiness extends Effect.Service<Readiness>()("effects/Readiness", {
  scoped: Effect.gen(function* () {
    const files = yield* UploadStore
    let stopping = false
    const stop = () => {
      stopping = true
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("SIGTERM", stop)),
      () => Effect.sync(() => process.off("SIGTERM", stop))
    )

    const within = <A, E>(look: Effect.Effect<A, E>, reason: NotReady["reason"]) =>
      look.pipe(
        // A statement that is called off waits for its server, which may be what does not answer.
        Effect.disconnect,
        Effect.timeout(TIMEOUT),
        Effect.tapErrorCause(logDied("not ready")),
        Effect.catchAllCause(() => new NotReady({ reason }))
      )
    const sql = yield* HealthSql
    const databaseBy = <E>(look: Effect.Effect<boolean, E, SqlClient.SqlClient>) =>
      look.pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.filterOrFail((isWell) => isWell),
        Effect.provideService(LockTimeout, LOCK_TIMEOUT),
        (looked) => within(looked, "database")
      )
    const both = <E>(database: Effect.Effect<unknown, E>, folder: Effect.Effect<void, E>) =>
      Effect.all([database, folder], { concurrency: "unbounded", discard: true })
    const reading = both(databaseBy(lookAtDatabase), within(files.look, "files"))
    const writing = both(databaseBy(probeDatabase), within(files.probe, "files"))

    /** As many failures were seen when a write last went through; the server's start was one. */
    let mended = storageFailuresSeen()
    /** Writes, until one goes through, where something failed; otherwise as the caller likes. */
    const writingAfterFailure = (otherwise: Effect.Effect<void, NotReady>) =>
      Effect.suspend((): Effect.Effect<void, NotReady> => {
        const seen = storageFailuresSeen()
        if (seen === mended) return otherwise
        return Effect.tap(writing, () => {
          mended = seen
        })
      })
    const check = yield* Effect.cachedWithTTL(writingAfterFailure(reading), REMEMBERED)
    const unlessStopping = (look: Effect.Effect<void, NotReady>) =>
      Effect.suspend(() => (stopping ? Effect.fail(new NotReady({ reason: "stopping" })) : look))

    return {
      check: unlessStopping(check),
      /** For a caller whose own statements show that the database answers: it is asked only where something failed. */
      glance: unlessStopping(writingAfterFailure(within(files.look, "files"))),
      /** As SIGTERM does. */
      stop: Effect.sync(stop)
    }
  })
}) {}

export const ReadinessLive = Layer.provide(Readiness.Default, Layer.merge(UploadStore.layer, HealthSql.layer))

/** GET /readyz: 200 while requests may come, 503 while the server stops or its storage takes no writes. */
export const readyNow = Effect.gen(function* () {
  const readiness = yield* Readiness
  yield* readiness.check
  return { ready: true }
})
