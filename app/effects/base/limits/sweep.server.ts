import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

const TURNS_KEPT = Duration.toMillis("1 day")
const KEYS_KEPT = Duration.toMillis("2 days")

/** Turns that are over, idempotency keys nobody sends again, and buckets that are full. */
export const sweepLimits: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.all([
      sql`DELETE FROM turns WHERE taken_at < ${now - TURNS_KEPT}`,
      sql`DELETE FROM submit_keys WHERE created_at < ${now - KEYS_KEPT}`,
      sql`DELETE FROM limit_buckets WHERE full_at < ${now}`
    ])
)
