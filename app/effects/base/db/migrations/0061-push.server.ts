/**
 * Notices by Web Push. `push_subscriptions`: one row a browser, which lives as long as the sign-in it was turned on with;
 * `vapid_key` is the site's public key that it was made for, `votes`, `money` and `replies` say what it is told of, and
 * `next_try_at` when its push service may be asked again. `push_messages`: which entry of the inbox goes to which browser.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const statements = [
  `CREATE TABLE push_subscriptions (
    id TEXT PRIMARY KEY,
    account_address TEXT NOT NULL,
    session_id TEXT NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    vapid_key TEXT NOT NULL,
    device TEXT NOT NULL,
    votes INTEGER NOT NULL,
    money INTEGER NOT NULL,
    replies INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    sent_at BIGINT,
    failures INTEGER NOT NULL DEFAULT 0,
    next_try_at BIGINT NOT NULL DEFAULT 0,
    last_error TEXT
  )`,
  `CREATE INDEX push_subscriptions_of_account ON push_subscriptions (account_address, created_at)`,
  `CREATE INDEX push_subscriptions_by_end ON push_subscriptions (ends_at)`,
  `CREATE TABLE push_messages (
    subscription_id TEXT NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    account_address TEXT NOT NULL,
    notification_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    settled_at BIGINT,
    PRIMARY KEY (subscription_id, notification_id),
    FOREIGN KEY (account_address, notification_id) REFERENCES notifications (account_address, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX push_messages_of_entry ON push_messages (account_address, notification_id)`,
  `CREATE INDEX push_messages_by_time ON push_messages (created_at)`,
  `CREATE INDEX push_messages_waiting ON push_messages (created_at, subscription_id) WHERE settled_at IS NULL`
]

export const push = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
