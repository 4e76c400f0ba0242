/**
 * Whether this server may be given requests: it is not stopping, its database takes writes and its folder takes files
 * (docs/product/safety.md, B19, B23). Layers are built in order, so a server that answers at all has run its
 * migrations.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { probeDatabase } from "~/effects/base/db/probe.server"
import { LockTimeout } from "~/effects/base/db/sqlite.server"
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
  files: "The data folder takes no files."
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
    const sql = yield* SqlClient.SqlClient
    const writes = Effect.provideService(probeDatabase, SqlClient.SqlClient, sql)
    const database = within(
      Effect.filterOrFail(writes, (does) => does).pipe(Effect.provideService(LockTimeout, LOCK_TIMEOUT)),
      "database"
    )
    const check = yield* Effect.cachedWithTTL(
      Effect.all([database, within(files.probe, "files")], { concurrency: "unbounded", discard: true }),
      REMEMBERED
    )

    return {
      check: Effect.suspend(() =>
        stopping ? Effect.fail(new NotReady({ reason: "stopping" })) : Effect.asVoid(check)
      ),
      /** As SIGTERM does. */
      stop: Effect.sync(stop)
    }
  })
}) {}

/** GET /readyz: 200 while requests may come, 503 while the server stops or its storage takes no writes. */
export const readyNow = Effect.gen(function* () {
  const readiness = yield* Readiness
  yield* readiness.check
  return { ready: true }
})
