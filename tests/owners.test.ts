/**
 * Each table has one owner: only the feature that owns a table writes it, and all others call that feature. Reading
 * other features' tables is allowed to pages and to read models that say so. Migrations and the demonstration are
 * exempt.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"

const effects = join(import.meta.dirname, "../app/effects")

const owners: Readonly<Record<string, string>> = {
  webhook_deliveries: "publishing/webhooks",
  weight_lists: "communities/members",
  webhooks: "publishing/webhooks",
  account_suspensions: "people/suspension",
  activity_events: "activity/activity",
  announcement_corrections: "conversation/announcements",
  announcement_marks: "conversation/announcements",
  announcement_reads: "conversation/announcements",
  announcements: "conversation/announcements",
  attachments: "conversation/attachments",
  backup_runs: "base/backup",
  ballot_nonces: "governance/votes",
  ballots: "governance/votes",
  bond_batches: "treasury/bonds",
  bond_collateral: "treasury/bonds",
  bond_coupons: "treasury/bonds",
  bond_cover: "treasury/bonds",
  bond_orders: "treasury/bonds",
  bond_receipts: "treasury/bonds",
  bond_series: "treasury/bonds",
  bulk_actions: "publishing/operating",
  budget_payments: "treasury/budgets",
  budgets: "treasury/budgets",
  // Payouts that wait in a locker; the feature `claims` takes them out and depends on this one.
  chosen_dates: "governance/proposals",
  claims: "treasury/payouts",
  comments: "conversation/discussion",
  communities: "communities/communities",
  community_follows: "communities/communities",
  community_days: "activity/activity",
  community_tags: "communities/communities",
  conversations: "conversation/discussion",
  delegates: "governance/delegations",
  delegations: "governance/delegations",
  digests: "activity/notifications",
  distribution_chunks: "treasury/payouts",
  distribution_rows: "treasury/payouts",
  distribution_sheets: "treasury/payouts",
  distributions: "treasury/payouts",
  drafts: "communities/drafts",
  expense_events: "treasury/expenses",
  expense_files: "treasury/expenses",
  expense_rules: "treasury/expenses",
  expenses: "treasury/expenses",
  email_codes: "people/signup",
  invited_signups: "people/signup",
  signup_blocks: "people/signup",
  signup_mode: "people/signup",
  signup_requests: "people/signup",
  site_invitations: "people/signup",
  waiting_posts: "conversation/moderation",
  escrow_accounts: "chain/movements",
  escrow_movements: "chain/movements",
  first_post_rules: "conversation/moderation",
  follows: "conversation/discussion",
  governance_versions: "communities/communities",
  hand_overs: "communities/steering",
  invitation_lists: "communities/members",
  invites: "communities/members",
  work_items: "base/jobs",
  approval_requests: "treasury/multisig",
  approval_answers: "treasury/multisig",
  approval_comments: "treasury/multisig",
  signer_rules: "treasury/multisig",
  signers: "treasury/multisig",
  leases: "base/jobs",
  ledger_followed: "chain/indexer",
  ledger_head: "chain/ledger",
  ledger_records: "chain/prepared-transactions",
  ledger_rows: "chain/ledger",
  prepared_transactions: "chain/prepared-transactions",
  active_delegations: "governance/delegations",
  local_mailbox: "local",
  limit_buckets: "base/limits",
  mail_bounces: "base/mail",
  mail_choices: "activity/notifications",
  memberships: "communities/communities",
  moderation_actions: "activity/moderation-log",
  notifications: "activity/notifications",
  operator_log: "publishing/operating",
  outbox: "base/mail",
  escrows: "treasury/escrow",
  post_versions: "conversation/discussion",
  push_messages: "activity/notifications",
  push_subscriptions: "activity/notifications",
  proposal_drafts: "governance/proposals",
  proposal_templates: "governance/proposal-templates",
  objection_answers: "governance/proposals",
  proposal_progress: "governance/proposals",
  proposal_versions: "governance/proposals",
  proposals: "governance/proposals",
  public_counts: "communities/communities",
  rankings: "governance/votes",
  reactions: "conversation/discussion",
  read_marks: "conversation/discussion",
  removals: "communities/undo",
  reports: "conversation/moderation",
  secret_links: "people/account",
  seeds: "local",
  server_settings: "server",
  sessions: "people/wallet-session",
  feature_flags: "base/feature-flags",
  site_revision: "base/db",
  vote_tallies: "governance/votes",
  sealed_votes: "governance/votes",
  search_entries: "publishing/search",
  search_words: "publishing/search",
  search_words_removed: "publishing/search",
  transaction_leases: "chain/prepared-transactions",
  idempotency_keys: "base/limits",
  support_messages: "publishing/support",
  takedown_posts: "publishing/operating",
  takedowns: "publishing/operating",
  tags: "people/tags",
  comment_notifications: "conversation/discussion",
  threads: "conversation/discussion",
  treasury_days: "chain/movements",
  treasury_movements: "chain/movements",
  locks: "base/limits",
  upload_leftovers: "people/uploads",
  upload_signatures: "people/uploads",
  uploads: "people/uploads",
  users: "people/users",
  vote_delegations: "governance/votes",
  voters: "governance/votes",
  wallet_challenges: "people/wallet-session",
  feature_request_counts: "publishing/articles",
  feature_requests: "publishing/articles"
}

/** Other features that write today. The list may only shrink: one that is no longer needed fails here too. */
const exceptions: Readonly<Record<string, ReadonlyArray<string>>> = {}

const exempt = /^(base\/db|local|server)\//
const files = readdirSync(effects, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .sort()
  .map((file) => ({ file, source: readFileSync(join(effects, file), "utf8") }))

/** Tables that the migrations leave behind. */
const tables = (() => {
  const known = new Set<string>()
  const pattern =
    /CREATE TABLE (?:IF NOT EXISTS )?(\w+)|DROP TABLE (?:IF EXISTS )?(\w+)|ALTER TABLE (\w+) RENAME TO (\w+)/g
  for (const { source } of files.filter(({ file }) => file.startsWith("base/db/migrations/"))) {
    for (const [, created, dropped, before, after] of source.matchAll(pattern)) {
      if (created !== undefined) known.add(created)
      known.delete(dropped ?? before ?? "")
      if (after !== undefined) known.add(after)
    }
  }
  return known
})()

const featureOf = (file: string) => file.split("/").slice(0, 2).join("/")

/** A name that is built at run time may be any table that the file names in quotes. */
const namesOf = (source: string, name: string): ReadonlyArray<string> => {
  if (!name.startsWith("$")) return [name]
  const quoted = [...tables].filter((table) => source.includes(`"${table}"`))
  return quoted.length === 0 ? [name] : quoted
}

const writesOf = (source: string): ReadonlyArray<string> => {
  const name = "(\\$\\{[^}]*\\}|\\w+)"
  const pattern = new RegExp(
    `\\b(?:INSERT\\s+(?:OR\\s+\\w+\\s+)?INTO|REPLACE\\s+INTO|MERGE\\s+INTO|DELETE\\s+FROM|TRUNCATE\\s+TABLE)\\s+${name}` +
      `|\\bUPDATE\\s+(?:ONLY\\s+)?${name}\\s+(?:(?:AS\\s+)?\\w+\\s+)?SET\\b`,
    "gi"
  )
  return [...source.matchAll(pattern)].flatMap(([, added, updated]) => namesOf(source, added ?? updated ?? ""))
}

const writes = files
  .filter(({ file }) => !exempt.test(file))
  .flatMap(({ file, source }) => [...new Set(writesOf(source))].map((table) => ({ file, table })))

describe("owners of tables", () => {
  test("are checked for writes in each form they are written in", () => {
    expect(writesOf(`INSERT INTO users \${sql.insert(row)} ON CONFLICT DO UPDATE SET a = 1`)).toEqual(["users"])
    expect(writesOf(`UPDATE users\n SET \${sql.update(row)}; delete from voters v`)).toEqual(["users", "voters"])
    expect(writesOf(`UPDATE \${sql(on ? "threads" : "comments")} SET a = 1`).toSorted()).toEqual([
      "comments",
      "threads"
    ])
    expect(writesOf(`DELETE FROM \${sql(table)}`)).toEqual([`\${sql(table)}`])
    expect(writesOf("SELECT 1 FROM users FOR UPDATE")).toEqual([])
  })

  test("exist for every table", () => {
    expect(Object.keys(owners).sort()).toEqual([...tables].sort())
    expect(Object.values(owners).filter((owner) => !existsSync(join(effects, owner)))).toEqual([])
  })

  test("are known because every write names its table", () => {
    expect(writes.filter(({ table }) => !tables.has(table))).toEqual([])
  })

  test("are the only features that write a table", () => {
    const others: Record<string, ReadonlyArray<string>> = {}
    for (const { file, table } of writes) {
      const feature = featureOf(file)
      if (!tables.has(table) || owners[table] === feature) continue
      const known = others[table] ?? []
      others[table] = known.includes(feature) ? known : [...known, feature]
    }
    expect(others).toEqual(exceptions)
  })
})
