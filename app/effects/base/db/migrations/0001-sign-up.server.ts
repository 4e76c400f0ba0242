/**
 * Everything a person needs to become a member: accounts, codes, wallet sign-in, uploads, letters.
 * TEXT ids, BIGINT milliseconds, INTEGER 0/1 and JSON as TEXT: the SQL that SQLite and Postgres both read.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE tags (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, position INTEGER NOT NULL)`,
  `CREATE TABLE users (
    account_address TEXT PRIMARY KEY,
    username TEXT NOT NULL,
    username_key TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    email_verified_at BIGINT,
    bio TEXT NOT NULL,
    display_image TEXT NOT NULL,
    tags TEXT NOT NULL,
    work_history TEXT NOT NULL,
    newsletter INTEGER NOT NULL,
    persona_address TEXT,
    persona_label TEXT,
    locale TEXT NOT NULL DEFAULT 'en',
    timezone TEXT NOT NULL DEFAULT 'UTC',
    status TEXT NOT NULL DEFAULT 'active',
    version INTEGER NOT NULL DEFAULT 1,
    last_seen_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE TABLE email_codes (
    id TEXT PRIMARY KEY,
    email_key TEXT NOT NULL,
    account_address TEXT,
    browser_hash TEXT NOT NULL,
    network TEXT,
    salt TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    sent_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at BIGINT
  )`,
  `CREATE INDEX email_codes_by_email ON email_codes (email_key, sent_at)`,
  `CREATE INDEX email_codes_by_account ON email_codes (account_address, sent_at)`,
  `CREATE INDEX email_codes_by_network ON email_codes (network, sent_at)`,
  `CREATE TABLE wallet_challenges (
    challenge_hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    browser_hash TEXT NOT NULL,
    network_id INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
  )`,
  `CREATE INDEX wallet_challenges_by_expiry ON wallet_challenges (expires_at)`,
  `CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_address TEXT NOT NULL,
    persona_address TEXT,
    persona_label TEXT,
    user_agent TEXT NOT NULL,
    proven_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX sessions_by_account ON sessions (account_address, created_at)`,
  `CREATE INDEX sessions_by_expiry ON sessions (expires_at)`,
  `CREATE TABLE upload_signatures (
    signature_hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    network TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
  )`,
  `CREATE INDEX upload_signatures_by_browser ON upload_signatures (browser_hash, created_at)`,
  `CREATE INDEX upload_signatures_by_network ON upload_signatures (network, created_at)`,
  `CREATE INDEX upload_signatures_by_expiry ON upload_signatures (expires_at)`,
  `CREATE TABLE uploads (
    file TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    owner_address TEXT,
    browser_hash TEXT NOT NULL,
    mime TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX uploads_by_browser ON uploads (browser_hash, created_at)`,
  `CREATE INDEX uploads_by_owner ON uploads (owner_address, created_at)`,
  `CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    message_id TEXT NOT NULL UNIQUE,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL,
    leased_until BIGINT,
    sent_at BIGINT,
    failed_at BIGINT
  )`,
  `CREATE INDEX outbox_due ON outbox (next_try_at) WHERE sent_at IS NULL AND failed_at IS NULL`,
  `CREATE TABLE local_mailbox (
    id TEXT PRIMARY KEY,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL
  )`,
  `CREATE INDEX local_mailbox_by_time ON local_mailbox (at)`,
  `CREATE TABLE turns (key TEXT PRIMARY KEY, taken_at BIGINT NOT NULL)`,
  `CREATE TABLE submit_keys (
    key_hash TEXT PRIMARY KEY,
    content_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`
]

/** The 30 interests of docs/product/people.md, in that order. */
const tags = [
  "Arts",
  "Music",
  "Film",
  "Games",
  "Sport",
  "Science",
  "Climate",
  "Energy",
  "Farming",
  "Food",
  "Health",
  "Education",
  "Open source",
  "Research",
  "Journalism",
  "Housing",
  "Neighbourhoods",
  "Travel",
  "Fashion",
  "Photography",
  "Writing",
  "Design",
  "Hardware",
  "Radix",
  "DeFi",
  "Identity",
  "Privacy",
  "Law",
  "Grants",
  "Co-operatives"
]

export const signUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
  yield* sql`INSERT INTO tags ${sql.insert(
    tags.map((name, position) => ({ id: name.toLowerCase().replaceAll(" ", "-"), name, position }))
  )}`
})
