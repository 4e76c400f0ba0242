import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** What an account was told is kept for a year. */
const KEPT = Duration.toMillis("365 days")

/** What a browser was told, so that it is told once; and where it no longer waits to be. */
const PUSHES_KEPT = Duration.toMillis("1 day")

export const sweepNotifications: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.all([
      sql`DELETE FROM notifications WHERE created_at < ${now - KEPT}`,
      sql`DELETE FROM push_messages WHERE created_at < ${now - PUSHES_KEPT}`,
      sql`DELETE FROM push_subscriptions WHERE ends_at <= ${now}`
    ])
)
