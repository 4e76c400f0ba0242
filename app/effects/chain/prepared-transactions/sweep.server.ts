import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"

const KEPT = Duration.toMillis("2 days")

export const sweepTransactionLeases: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM transaction_leases WHERE leased_until < ${now - KEPT}`
)
