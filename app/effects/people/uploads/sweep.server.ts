import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

const KEPT = Duration.toMillis("1 day")

export const sweepSignatures: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM upload_signatures WHERE expires_at < ${now - KEPT}`
)
