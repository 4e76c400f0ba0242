/** Metrics of batches of bond orders that were sent. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { single } from "~/effects/base/db/statements.server"
import { gauge, type Reading } from "~/effects/base/metrics/Family"

const Sent = Schema.Struct({ many: Schema.Number, since: Schema.NullOr(Schema.Number) })

export const batchReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = single({
    Request: Schema.Void,
    Result: Sent,
    execute: () => sql`SELECT COUNT(*) AS many, MIN(updated_at) AS since FROM bond_batches WHERE state = 'sent'`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { many, since } = yield* collect()
    return [
      gauge("commonhold_bond_batches_waiting", "Batches of bond orders that were sent and not settled yet.", many),
      gauge(
        "commonhold_bond_batches_waiting_seconds",
        "Since the longest waiting batch was sent.",
        since === null ? 0 : Math.max(0, now - since) / 1_000
      )
    ]
  })
  return { name: "bond batches", families }
})
