/**
 * Pieces of jobs that a server works on or that were set back: one proposal to close, one community to look after. A
 * piece that went through has no row. `tries` counts failures in a row; `reason` is the last one, for the operator.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE job_pieces (
    job TEXT NOT NULL,
    piece TEXT NOT NULL,
    holder TEXT NOT NULL,
    leased_until BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (job, piece)
  )`,
  `CREATE INDEX job_pieces_set_back ON job_pieces (tries, job, piece)`
]

export const jobPieces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
