import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** What an account was told is kept for a year. */
const KEPT = Duration.toMillis("365 days")

export const sweepNotifications: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM notifications WHERE created_at < ${now - KEPT}`
)
