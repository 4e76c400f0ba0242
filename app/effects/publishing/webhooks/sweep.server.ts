import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** Lifetime of the delivery log, and of deliveries queued for a paused hook. */
const KEPT = Duration.toMillis("30 days")

/** Deletes old deliveries, and replaced secrets after their day. */
export const sweepWebhooks: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.zipRight(
      sql`UPDATE webhooks SET former_secret = NULL, former_until = NULL WHERE former_until <= ${now}`,
      sql`DELETE FROM webhook_deliveries WHERE created_at < ${now - KEPT}`
    )
)
