/**
 * Requests to the signers of a treasury: `request` is the subintent that all named signers sign (its header, manifest,
 * message and hash), and NULL for what was proposed before, which is closed soon after the upgrade. `keeper_answers` has
 * what each signer said: a signature over the request's hash, or a refusal with its reason. Loans of badges are gone with
 * `keeper_parts`: those that live end by themselves within ten minutes.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE keeper_acts ADD COLUMN request TEXT`,
  `DROP TABLE keeper_parts`,
  `CREATE TABLE keeper_answers (
    act_id TEXT NOT NULL REFERENCES keeper_acts (id) ON DELETE CASCADE,
    badge_id TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT,
    answer TEXT NOT NULL,
    curve TEXT,
    public_key TEXT,
    signature TEXT,
    reason TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (act_id, badge_id)
  )`,
  `CREATE INDEX keeper_answers_of_account ON keeper_answers (account, created_at)`,
  `CREATE TABLE keeper_comments (
    id TEXT PRIMARY KEY,
    act_id TEXT NOT NULL REFERENCES keeper_acts (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    text TEXT NOT NULL,
    hidden_by TEXT,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX keeper_comments_of_act ON keeper_comments (act_id, created_at)`,
  `CREATE INDEX keeper_comments_of_account ON keeper_comments (account, created_at)`
]

export const requests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
