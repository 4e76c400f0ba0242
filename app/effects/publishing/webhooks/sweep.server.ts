import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** The log of deliveries, and what waits for a hook that rests. */
const KEPT = Duration.toMillis("30 days")

/** A secret that was replaced signs for a day, and goes then. */
export const sweepWebhooks: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.zipRight(
      sql`UPDATE webhooks SET former_secret = NULL, former_until = NULL WHERE former_until <= ${now}`,
      sql`DELETE FROM webhook_deliveries WHERE created_at < ${now - KEPT}`
    )
)
