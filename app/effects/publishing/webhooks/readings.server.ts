/** Metrics of queued deliveries. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { single } from "~/effects/base/db/statements.server"
import { gauge } from "~/effects/base/metrics/Family"
import type { Reading } from "~/effects/base/metrics/Reading"

const Waiting = Schema.Struct({ waiting: Schema.Number, due: Schema.NullOr(Schema.Number), paused: Schema.Number })

export const webhookReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = single({
    Request: Schema.Void,
    Result: Waiting,
    execute: () => sql`SELECT COUNT(*) AS waiting, MIN(d.next_at) AS due,
        (SELECT COUNT(*) FROM webhooks p WHERE p.paused_why = 'failing' AND p.paused_at > 0 AND p.removed_at IS NULL) AS paused
      FROM webhook_deliveries d JOIN webhooks h ON h.id = d.hook_id
      WHERE d.state = 'waiting' AND d.next_at > 0 AND h.paused_at IS NULL AND h.removed_at IS NULL`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { due, paused, waiting } = yield* collect()
    return [
      gauge("commonhold_webhooks_waiting", "Webhook deliveries that were queued and have not arrived yet.", waiting),
      gauge(
        "commonhold_webhooks_overdue_seconds",
        "Since the longest waiting delivery was due.",
        due === null ? 0 : Math.max(0, now - due) / 1_000
      ),
      gauge("commonhold_webhooks_paused", "Webhooks that were paused because nothing arrived for a day.", paused)
    ]
  })
  return { name: "webhooks", families }
})
