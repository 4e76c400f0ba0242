/**
 * Whether this server may be given requests: it is not stopping, and its database takes writes (quality B19, B23).
 * Layers are built in order, so a server that answers at all has run its migrations.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", {
  reason: Schema.Literal("stopping", "database")
}) {
  readonly status = 503
  readonly code = "E-NOT-READY"
  readonly retryAfter = 5
  override get message() {
    return this.reason === "stopping" ? "The server is stopping." : "The database does not answer."
  }
}

const DATABASE_PATIENCE = "1500 millis"
/** Whoever asks more often gets the last answer, so that asking costs the database nothing. */
const REMEMBERED = "1 second"

export class Readiness extends Effect.Service<Readiness>()("effects/Readiness", {
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let stopping = false
    const stop = () => {
      stopping = true
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("SIGTERM", stop)),
      () => Effect.sync(() => process.off("SIGTERM", stop))
    )

    /** Writes what is there already, in the table that the migrations made last. */
    const write = sql`UPDATE migrations SET name = name WHERE migration_id = (SELECT MAX(migration_id) FROM migrations)
      RETURNING migration_id`
    const database = write.pipe(
      Effect.timeout(DATABASE_PATIENCE),
      Effect.filterOrFail((rows) => rows.length === 1),
      Effect.tapError((cause) => Effect.logError("not ready", cause)),
      Effect.mapError(() => new NotReady({ reason: "database" }))
    )
    const check = yield* Effect.cachedWithTTL(database, REMEMBERED)

    return {
      check: Effect.suspend(() =>
        stopping ? Effect.fail(new NotReady({ reason: "stopping" })) : Effect.asVoid(check)
      ),
      /** As SIGTERM does. */
      stop: Effect.sync(stop)
    }
  })
}) {}

/** GET /readyz: 200 while requests may come, 503 while the server stops or the database takes no writes. */
export const readyNow = Effect.gen(function* () {
  const readiness = yield* Readiness
  yield* readiness.check
  return { ready: true }
})
