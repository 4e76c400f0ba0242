/**
 * GET /api/exports/me: everything that is kept about the account that asks, as one JSON file (docs/product/people.md, 3.6.3;
 * docs/product/publishing.md, 3.8.1). A list of sections, one statement each; a later part adds its own. Secrets that
 * work as keys (sessions, calendar and leaving addresses) are not in it: the file is made to be passed on.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"

/** Rows of a section; nobody has written more by hand. */
const MOST = 50_000

/** Columns that hold JSON are given as what they say, moments as ISO 8601. */
const JSON_COLUMNS = new Set(["tags", "workHistory", "data", "mentions", "fields", "choice", "signed"])
const TIME = /(At|Until|After)$/

const readable = (name: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (JSON_COLUMNS.has(name) && typeof value === "string") return JSON.parse(value)
  if ((TIME.test(name) || name === "at") && typeof value === "number") return new Date(value).toISOString()
  return value
}

const readableRow = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(name, value)]))

const sections = (sql: SqlClient.SqlClient, account: string) => ({
  profile: sql`SELECT account_address, username, email, email_verified_at, bio, display_image, tags, work_history,
    newsletter, persona_address, persona_label, locale, timezone, last_seen_at, created_at, updated_at
    FROM users WHERE account_address = ${account} AND status = 'active'`,
  sessions: Effect.flatMap(Sessions, (sessions) => sessions.keptOf(account, MOST)),
  memberships: sql`SELECT c.slug, c.name, m.role, m.status, m.weight, m.joined_at, m.application_note,
    m.suspended_until, m.reason, m.notifications, m.invited_by, m.owner_decides, m.last_read_at FROM memberships m JOIN communities c ON c.id = m.community_id
    WHERE m.account_address = ${account} ORDER BY m.joined_at LIMIT ${MOST}`,
  letters: sql`SELECT type, choice FROM mail_choices WHERE account_address = ${account} ORDER BY type`,
  notifications: sql`SELECT type, text, target, importance, times, created_at, read_at, emailed_at FROM notifications
    WHERE account_address = ${account} ORDER BY created_at LIMIT ${MOST}`,
  pushBrowsers: sql`SELECT device, votes, money, replies, created_at, ends_at, sent_at FROM push_subscriptions
    WHERE account_address = ${account} ORDER BY created_at, id LIMIT ${MOST}`,
  activity: sql`SELECT c.slug, e.at, e.type, e.target, e.data FROM activity_events e
    JOIN communities c ON c.id = e.community_id WHERE e.actor = ${account} ORDER BY e.at LIMIT ${MOST}`,
  threads: sql`SELECT c.slug, t.number, t.title, t.body, t.category, t.state, t.shown, t.created_at, t.edited_at
    FROM threads t JOIN communities c ON c.id = t.community_id WHERE t.author = ${account}
    ORDER BY t.created_at LIMIT ${MOST}`,
  comments: sql`SELECT c.slug, m.target_type, m.target_id, m.body, m.shown, m.created_at, m.edited_at
    FROM comments m JOIN communities c ON c.id = m.community_id WHERE m.author = ${account}
    ORDER BY m.created_at LIMIT ${MOST}`,
  agreements: sql`SELECT target_type, target_id, created_at FROM reactions WHERE account_address = ${account}
    ORDER BY created_at LIMIT ${MOST}`,
  follows: sql`SELECT target_type, target_id, state, created_at FROM follows WHERE account_address = ${account}
    ORDER BY created_at LIMIT ${MOST}`,
  followedCommunities: sql`SELECT c.slug, c.name, f.created_at FROM community_follows f
    JOIN communities c ON c.id = f.community_id WHERE f.account_address = ${account}
    ORDER BY f.created_at LIMIT ${MOST}`,
  reports: sql`SELECT target_type, target_id, reason, note, status, created_at FROM reports
    WHERE reporter = ${account} ORDER BY created_at LIMIT ${MOST}`,
  announcements: sql`SELECT c.slug, a.number, a.title, a.body, a.importance, a.state, a.publish_at, a.created_at
    FROM announcements a JOIN communities c ON c.id = a.community_id WHERE a.issuer = ${account}
    ORDER BY a.created_at LIMIT ${MOST}`,
  proposals: sql`SELECT c.slug, p.number, p.kind, p.title, p.summary, p.body, p.status, p.published_at, p.closed_at
    FROM proposals p JOIN communities c ON c.id = p.community_id WHERE p.author = ${account}
    ORDER BY p.community_id, p.number LIMIT ${MOST}`,
  proposalDrafts: sql`SELECT c.slug, d.title, d.template, d.fields, d.created_at, d.updated_at
    FROM proposal_drafts d JOIN communities c ON c.id = d.community_id WHERE d.author = ${account}
    ORDER BY d.created_at LIMIT ${MOST}`,
  // Each ballot with all that its receipt states; what was voted again stays in it. One's own choice is no secret; of a
  // sealed ballot it is an empty list until it is opened.
  votes: sql`SELECT c.slug, p.number, p.title, b.seq, b.choice, b.reason, b.weight, b.cast_at, b.nonce, b.supersedes,
    b.digest, b.curve, b.public_key, b.signature, b.prev_hash, b.entry_hash, b.sealed, b.spoilt
    FROM ballots b JOIN proposals p ON p.id = b.proposal_id JOIN communities c ON c.id = p.community_id
    WHERE b.account_address = ${account} ORDER BY b.cast_at, b.proposal_id, b.seq LIMIT ${MOST}`,
  lentVotes: sql`SELECT c.slug, d.lender, d.delegate, d.kinds, d.made_at, d.until_at, d.ended_at, d.digest, d.signed
    FROM delegations d JOIN communities c ON c.id = d.community_id
    WHERE d.lender = ${account} OR (d.delegate = ${account} AND d.ended_at IS NULL)
    ORDER BY d.made_at, d.digest LIMIT ${MOST}`,
  delegateStatements: sql`SELECT c.slug, d.statement, d.accepts, d.uses, d.updated_at FROM delegates d
    JOIN communities c ON c.id = d.community_id WHERE d.account_address = ${account} ORDER BY c.slug LIMIT ${MOST}`,
  payments: sql`SELECT c.slug, d.number, d.title, d.symbol, r.amount, r.note, r.state, r.tx_id
    FROM distribution_rows r JOIN distributions d ON d.id = r.distribution_id
    JOIN communities c ON c.id = d.community_id
    WHERE r.account = ${account} AND d.started_at IS NOT NULL ORDER BY r.id LIMIT ${MOST}`,
  budgetPayments: sql`SELECT c.slug, b.number, b.title, b.symbol, p.amount, p.reason, p.state, p.tx_id, p.created_at,
    p.asked_by = ${account} AS ordered_by_you
    FROM budget_payments p JOIN budgets b ON b.id = p.budget_id JOIN communities c ON c.id = p.community_id
    WHERE p.account = ${account} OR p.asked_by = ${account} ORDER BY p.created_at, p.budget_id, p.n LIMIT ${MOST}`,
  budgets: sql`SELECT c.slug, b.number, b.title, b.symbol, b.total, b.state, b.created_at FROM budgets b
    JOIN communities c ON c.id = b.community_id WHERE b.account = ${account} ORDER BY b.created_at, b.id LIMIT ${MOST}`,
  withdrawals: sql`SELECT c.slug, w.symbol, w.resource, w.amount, w.origin, w.state, w.tx_id, w.available_at,
    w.recover_after FROM claims w JOIN communities c ON c.id = w.community_id WHERE w.account = ${account}
    ORDER BY w.available_at, w.id LIMIT ${MOST}`,
  bondOrders: sql`SELECT c.slug, s.code, o.direction, o.units, o.total, o.state, o.tx_id, o.failure, o.created_at,
    o.signed_at FROM bond_orders o JOIN bond_series s ON s.id = o.series_id
    JOIN communities c ON c.id = o.community_id WHERE o.account = ${account}
    ORDER BY o.created_at, o.id LIMIT ${MOST}`,
  bondReceipts: sql`SELECT c.slug, s.code, r.number, r.kind, r.units, r.amount, r.tx_id, r.settled_at, r.check_code
    FROM bond_receipts r JOIN bond_series s ON s.id = r.series_id JOIN communities c ON c.id = r.community_id
    WHERE r.account = ${account} ORDER BY r.settled_at, r.id LIMIT ${MOST}`,
  keeperProposals: sql`SELECT c.slug, a.number, a.kind, a.payload, a.state, a.tx_id, a.created_at FROM keeper_acts a
    JOIN communities c ON c.id = a.community_id WHERE a.account = ${account} ORDER BY a.created_at, a.id LIMIT ${MOST}`,
  keeperApprovals: sql`SELECT c.slug, a.number, p.badge_id, p.kind, p.state, p.expires_at, p.created_at
    FROM keeper_parts p JOIN keeper_acts a ON a.id = p.act_id JOIN communities c ON c.id = p.community_id
    WHERE p.account = ${account} ORDER BY p.created_at, p.id LIMIT ${MOST}`,
  wishes: sql`SELECT item, created_at FROM wishes WHERE account = ${account} ORDER BY created_at`,
  drafts: sql`SELECT place, data, saved_at FROM drafts WHERE account_address = ${account} ORDER BY saved_at`,
  suspensions: sql`SELECT kind, reason, suspended_until, created_at FROM account_suspensions
    WHERE account_address = ${account}`,
  operatorActs: sql`SELECT at, act, summary, reason FROM operator_log
    WHERE target_type = 'account' AND target_id = ${account} ORDER BY at, id LIMIT ${MOST}`,
  pictures: sql`SELECT file, kind, mime, bytes, width, height, created_at FROM uploads
    WHERE owner_address = ${account} ORDER BY created_at LIMIT ${MOST}`
})

/** The file of an account, for its person or for an operator who was asked for it. */
export const ownDataOf = Effect.fn("ownDataOf")(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(Effect.all(sections(sql, account)))
  const data = Object.fromEntries(Object.entries(rows).map(([name, found]) => [name, found.map(readableRow)]))
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  return `${JSON.stringify({ schema: "me/1", account, madeAt: now, ...data }, null, 1)}\n`
})

export const ownData = Effect.gen(function* () {
  yield* RouteArgs
  const { account } = yield* requireAccount("download your data")
  return new Response(yield* ownDataOf(account), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="commonhold-my-data.json"',
      "Cache-Control": "no-store"
    }
  })
})
