/**
 * Sealed votes. `sealed` of a ballot: what was signed in the place of choice and reason; its `choice` and `reason` are
 * filled in when it is opened, `spoilt` says why it is not counted. `sealed_votes`: the round that opens a vote, when it is
 * due, its signature once it was fetched and verified, and the number of the last ballot that was opened.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE ballots ADD COLUMN sealed TEXT`,
  `ALTER TABLE ballots ADD COLUMN spoilt TEXT`,
  `CREATE TABLE sealed_votes (
    proposal_id TEXT PRIMARY KEY REFERENCES proposals (id) ON DELETE CASCADE,
    round BIGINT NOT NULL,
    round_at BIGINT NOT NULL,
    signature TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    problem TEXT,
    opened BIGINT NOT NULL DEFAULT 0,
    spoilt INTEGER NOT NULL DEFAULT 0
  )`
]

export const sealedVotes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
