/**
 * Who may sign up: the site's mode (one row), operators' invitations to the site, which account signed up with which
 * invitation, and sign-ups that wait for approval. A refused request has no profile and no keys any more.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE signup_mode (
    id INTEGER PRIMARY KEY,
    mode TEXT NOT NULL,
    ask TEXT NOT NULL,
    since BIGINT NOT NULL
  )`,
  `CREATE TABLE site_invitations (
    code TEXT PRIMARY KEY,
    note TEXT NOT NULL,
    created_by TEXT NOT NULL,
    max_uses INTEGER NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT,
    created_at BIGINT NOT NULL
  )`,
  `CREATE TABLE invited_signups (
    account_address TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  "CREATE INDEX invited_signups_code ON invited_signups (code)",
  `CREATE TABLE signup_requests (
    account_address TEXT PRIMARY KEY,
    username_key TEXT UNIQUE,
    email_key TEXT UNIQUE,
    profile TEXT,
    attempts INTEGER NOT NULL,
    requested_at BIGINT NOT NULL,
    announced_at BIGINT,
    refused_at BIGINT,
    refusal TEXT,
    may_ask_again INTEGER NOT NULL
  )`,
  "CREATE INDEX signup_requests_waiting ON signup_requests (refused_at, requested_at, account_address)"
]

export const signupModes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
