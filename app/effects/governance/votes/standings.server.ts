/** How a vote stands: begun when it opens, held while it closes or is cancelled, in the caller's transaction. */
import type { SqlClient } from "@effect/sql"
import type { Sums } from "./Tally"

/** Before the first ballot; `digest` is what the chain of ballots begins with. */
export const beginStanding = (sql: SqlClient.SqlClient, proposalId: string, digest: string, sums: Sums) =>
  sql`INSERT INTO standings ${sql.insert({ proposalId, seq: 0, head: digest, sums: JSON.stringify(sums) })}`

/** Whoever casts a ballot holds this row: none is counted until the transaction ends. None for a vote that never opened. */
export const holdStanding = (sql: SqlClient.SqlClient, proposalId: string) =>
  sql<{ readonly seq: number; readonly sums: string }>`UPDATE standings SET seq = seq
    WHERE proposal_id = ${proposalId} RETURNING seq, sums`
