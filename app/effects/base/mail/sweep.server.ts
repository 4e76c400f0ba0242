import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

/** A sent letter is kept to answer questions about it. */
const KEPT = Duration.toMillis("30 days")

export const sweepOutbox: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM outbox WHERE sent_at < ${now - KEPT} OR failed_at < ${now - KEPT}`
)
