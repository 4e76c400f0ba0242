/** What authors answer to objections: one text for each ballot, which a later one replaces. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE objection_answers (
    proposal_id TEXT NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (proposal_id, seq)
  )`
]

export const objectionAnswers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
