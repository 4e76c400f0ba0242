import type { SqlClient } from "@effect/sql"

/** Long after a ballot could be sent with it. */
const KEPT_MS = 3_600_000

/** Forgets nonces that nobody can use any more. */
export const sweepNonces = (sql: SqlClient.SqlClient, now: number) =>
  sql`DELETE FROM ballot_nonces WHERE cast_at < ${now - KEPT_MS}`
