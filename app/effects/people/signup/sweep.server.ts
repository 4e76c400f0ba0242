import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** The longest window of the limits is a day and ten minutes. */
const KEPT = Duration.toMillis("2 days")

export const sweepCodes: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM email_codes WHERE sent_at < ${now - KEPT}`
)
