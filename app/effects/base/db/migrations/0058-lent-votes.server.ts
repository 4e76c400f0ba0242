/**
 * Lent votes. `delegations`: everything that was signed, and what became of it. `loans`: what of it is in force, one row for
 * each lender and kind of proposal. `delegates`: what those say of themselves who vote for others, and how often they did.
 * `vote_loans`: what was in force when a vote opened, frozen beside its list of voters.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE delegations (
    digest TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    lender TEXT NOT NULL,
    delegate TEXT NOT NULL,
    kinds TEXT NOT NULL,
    until_at BIGINT NOT NULL,
    signed TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    ended_at BIGINT
  )`,
  `CREATE UNIQUE INDEX delegations_of ON delegations (lender, community_id, seq)`,
  `CREATE TABLE loans (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    lender TEXT NOT NULL,
    kind TEXT NOT NULL,
    delegate TEXT NOT NULL,
    digest TEXT NOT NULL REFERENCES delegations (digest) ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    PRIMARY KEY (community_id, lender, kind)
  )`,
  `CREATE INDEX loans_to ON loans (community_id, delegate, kind)`,
  `CREATE INDEX loans_until ON loans (until_at)`,
  `CREATE INDEX loans_signed ON loans (digest)`,
  `CREATE TABLE delegates (
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    account_address TEXT NOT NULL,
    statement TEXT NOT NULL DEFAULT '',
    accepts INTEGER NOT NULL DEFAULT 1,
    uses INTEGER NOT NULL DEFAULT 0,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (community_id, account_address)
  )`,
  `CREATE INDEX delegates_used ON delegates (community_id, uses, account_address)`,
  `CREATE INDEX delegates_of ON delegates (account_address)`,
  `CREATE TABLE vote_loans (
    proposal_id TEXT NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    lender TEXT NOT NULL,
    delegate TEXT NOT NULL,
    digest TEXT NOT NULL,
    signed TEXT NOT NULL,
    PRIMARY KEY (proposal_id, lender)
  )`,
  `CREATE INDEX vote_loans_to ON vote_loans (proposal_id, delegate)`,
  `CREATE INDEX vote_loans_from ON vote_loans (lender)`,
  `CREATE INDEX vote_loans_with ON vote_loans (delegate)`
]

export const lentVotes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
