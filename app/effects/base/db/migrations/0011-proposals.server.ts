/**
 * Proposals and their votes.
 *
 * A draft is a row of its own until it is published under the same id. `shelf` is computed, so every list agrees on
 * what is open; `sort_at` is the time a shelf is read by, `due_at` when the minute job has something to do. What moves
 * with each ballot (`standings`) is apart from the long texts. `voters` is the list frozen at the opening, with the
 * latest ballot of each account; `ballots` is the chain, which is only ever added to.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `ALTER TABLE communities ADD COLUMN proposal_seq BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE proposal_drafts (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    author TEXT NOT NULL,
    title TEXT NOT NULL,
    fields TEXT NOT NULL,
    action TEXT,
    thread_number BIGINT,
    secret TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX proposal_drafts_of_author ON proposal_drafts (author, community_id, updated_at, id)`,
  `CREATE TABLE proposals (
    id TEXT PRIMARY KEY,
    community_id TEXT NOT NULL REFERENCES communities (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    author TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    body TEXT NOT NULL,
    search_text TEXT NOT NULL,
    vote_type TEXT NOT NULL,
    choices TEXT NOT NULL,
    max_selections INTEGER,
    seats INTEGER,
    review_hours INTEGER NOT NULL,
    opens_at BIGINT NOT NULL,
    closes_at BIGINT NOT NULL,
    quorum_pct DOUBLE PRECISION NOT NULL,
    threshold_pct DOUBLE PRECISION NOT NULL,
    weight_mode TEXT NOT NULL,
    token_resource TEXT,
    token_symbol TEXT,
    min_membership_hours INTEGER NOT NULL,
    results_visibility TEXT NOT NULL,
    thread_id TEXT,
    thread_number BIGINT,
    action TEXT,
    action_type TEXT,
    action_hash TEXT,
    signed TEXT,
    status TEXT NOT NULL,
    shelf TEXT NOT NULL GENERATED ALWAYS AS (
      CASE status WHEN 'review' THEN 'review' WHEN 'active' THEN 'open' ELSE 'results' END
    ) STORED,
    is_delayed INTEGER NOT NULL DEFAULT 0,
    opening TEXT,
    snapshot TEXT,
    frozen TEXT,
    proposal_digest TEXT,
    tally TEXT,
    outcome_note TEXT,
    execution TEXT,
    cancelled_reason TEXT,
    version INTEGER NOT NULL DEFAULT 1,
    sort_at BIGINT NOT NULL,
    due_at BIGINT,
    remind_at BIGINT,
    closed_at BIGINT,
    published_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (community_id, number)
  )`,
  `CREATE INDEX proposals_by_time ON proposals (community_id, shelf, sort_at, id)`,
  `CREATE INDEX proposals_by_kind ON proposals (community_id, shelf, kind, sort_at, id)`,
  `CREATE INDEX proposals_by_author ON proposals (community_id, shelf, author, sort_at, id)`,
  `CREATE INDEX proposals_everywhere ON proposals (shelf, sort_at, id)`,
  `CREATE INDEX proposals_of_author ON proposals (author, community_id, shelf)`,
  `CREATE INDEX proposals_closed ON proposals (community_id, closed_at, id)`,
  `CREATE INDEX proposals_due ON proposals (due_at)`,
  `CREATE INDEX proposals_to_remind ON proposals (remind_at)`,
  `CREATE INDEX proposals_by_action ON proposals (community_id, action_type, action_hash)`,
  `CREATE TABLE proposal_versions (
    proposal_id TEXT NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (proposal_id, version)
  )`,
  `CREATE TABLE proposal_progress (
    proposal_id TEXT NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (proposal_id, seq)
  )`,
  `CREATE TABLE standings (
    proposal_id TEXT PRIMARY KEY REFERENCES proposals (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    head TEXT NOT NULL,
    sums TEXT NOT NULL
  )`,
  `CREATE TABLE rankings (
    proposal_id TEXT NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    votes TEXT NOT NULL,
    PRIMARY KEY (proposal_id, name)
  )`,
  `CREATE TABLE voters (
    proposal_id TEXT NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    account_address TEXT NOT NULL,
    weight TEXT,
    seq BIGINT,
    digest TEXT,
    choice TEXT,
    voted_at BIGINT,
    PRIMARY KEY (proposal_id, account_address)
  )`,
  `CREATE INDEX voters_of_account ON voters (account_address, voted_at, proposal_id)`,
  `CREATE TABLE ballots (
    proposal_id TEXT NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    account_address TEXT NOT NULL,
    choice TEXT NOT NULL,
    choice_key TEXT NOT NULL,
    reason TEXT NOT NULL,
    weight TEXT NOT NULL,
    nonce TEXT NOT NULL,
    supersedes TEXT,
    cast_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    curve TEXT NOT NULL,
    public_key TEXT NOT NULL,
    signature TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    entry_hash TEXT NOT NULL,
    PRIMARY KEY (proposal_id, seq)
  )`,
  `CREATE INDEX ballots_by_choice ON ballots (proposal_id, choice_key, seq)`,
  `CREATE INDEX ballots_of_account ON ballots (account_address, proposal_id, seq)`,
  `CREATE TABLE ballot_nonces (
    nonce TEXT PRIMARY KEY,
    proposal_id TEXT NOT NULL,
    account_address TEXT NOT NULL,
    cast_at BIGINT NOT NULL,
    used INTEGER NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX ballot_nonces_by_age ON ballot_nonces (cast_at)`
]

export const proposals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
