import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** Notifications are deleted after a year. */
const RETENTION = Duration.toMillis("365 days")

/** How long sent or outdated browser notifications are stored, so that each is sent once. */
const PUSHES_KEPT = Duration.toMillis("1 day")

export const sweepNotifications: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.all([
      sql`DELETE FROM notifications WHERE created_at < ${now - RETENTION}`,
      sql`DELETE FROM push_messages WHERE created_at < ${now - PUSHES_KEPT}`,
      sql`DELETE FROM push_subscriptions WHERE ends_at <= ${now}`
    ])
)
