/**
 * The sections of a person's own data (ownData.server.ts). Secrets that work as keys (sessions, calendar and
 * unsubscribe URLs) are left out, because the file is meant to be passed on.
 */
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import { Chunk, Effect, Option, Stream } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { othersTurn } from "~/effects/base/jobs/inParts"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"

// Rows of a section of a person's own data, read in pages by key, so that other requests run between two pages.

/** Most rows of a section: more than anyone has written by hand. */
const MOST = 50_000
/** Rows read by one statement. */
const PAGE = 500

type Row = Readonly<Record<string, unknown>>
type Rows<R> = Effect.Effect<ReadonlyArray<object>, SqlError, R>

/** SQL that a statement adds after its columns, and at its end. */
interface Cut {
  readonly keys: Fragment
  readonly page: Fragment
}
type Section<R> = Stream.Stream<Row, SqlError, R>

const rowOf = (found: object): Row => ({ ...found })

/** The camel-cased names of the key columns. */
const KEYS = ["keyA", "keyB", "keyC"] as const
const ALIASES = ["key_a", "key_b", "key_c"] as const

const isKey = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number"

const withoutKeys = (row: Row): Row => {
  const { keyA: _a, keyB: _b, keyC: _c, ...reported } = row
  return reported
}

const makeSections = (sql: SqlClient.SqlClient) => {
  /** A section with few rows, read at once. */
  const whole = <R>(rows: Rows<R>): Section<R> =>
    Stream.fromIterableEffect(Effect.map(rows, (found) => found.map(rowOf)))

  /** @param by columns that identify a row and give the order; none of them is null. */
  const inPages = (by: ReadonlyArray<string>, select: (cut: Cut) => Rows<never>): Section<never> => {
    const names = sql.literal(by.join(", "))
    const keys = sql.literal(by.map((name, n) => `, ${name} AS ${ALIASES[n]}`).join(""))
    const order = sql` ORDER BY ${names} LIMIT ${PAGE}`
    const pageAfter = (after: ReadonlyArray<string | number>) =>
      after.length === 0 ? order : sql` AND (${names}) > (${sql.csv(after.map((key) => sql`${key}`))})${order}`
    return Stream.paginateChunkEffect([] as ReadonlyArray<string | number>, (after) =>
      Effect.gen(function* () {
        const rows = (yield* select({ keys, page: pageAfter(after) })).map(rowOf)
        yield* othersTurn
        const reported = Chunk.fromIterable(rows.map(withoutKeys))
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return [reported, Option.none<ReadonlyArray<string | number>>()]
        const next = KEYS.map((key) => last[key]).filter(isKey)
        // Without a complete key the next page could not be read, and rows would be missing silently.
        if (next.length !== by.length) return yield* Effect.dieMessage(`no key to go on from: ${by.join(", ")}`)
        return [reported, Option.some(next)]
      })
    ).pipe(Stream.take(MOST))
  }
  return { whole, inPages }
}

/** The sections of an account, in the order of the file. */
export const ownSections = (sql: SqlClient.SqlClient, account: AccountAddress) => {
  const { inPages, whole } = makeSections(sql)
  return {
    profile:
      whole(sql`SELECT account_address, username, email, email_verified_at, bio, display_image, tags, work_history,
      newsletter, weekly, weekly_day, persona_address, persona_label, locale, timezone, last_seen_at, created_at, updated_at
      FROM users WHERE account_address = ${account} AND status = 'active'`),
    waitingPosts:
      whole(sql`SELECT w.id, w.community_id, w.type, w.title, w.category, w.body, w.target_type, w.target_id,
      w.created_at, w.refused_at, w.refusal FROM waiting_posts w WHERE w.author = ${account} ORDER BY w.created_at, w.id`),
    signupRequest: whole(sql`SELECT profile, attempts, requested_at, refused_at, refusal
      FROM signup_requests WHERE account_address = ${account}`),
    invitedBy: whole(sql`SELECT code, created_at FROM invited_signups WHERE account_address = ${account}`),
    sessions: whole(Effect.flatMap(Sessions, (sessions) => sessions.sessionsOf(account, MOST))),
    memberships: inPages(
      ["m.joined_at", "m.community_id"],
      ({ keys, page }) => sql`
      SELECT c.slug, c.name, m.role, m.status, m.weight, m.joined_at, m.application_note, m.suspended_until, m.reason,
      m.notifications, m.invited_by, m.owner_decides, m.last_read_at${keys}
      FROM memberships m JOIN communities c ON c.id = m.community_id WHERE m.account_address = ${account}${page}`
    ),
    emailChoices: whole(sql`SELECT type, choice FROM mail_choices WHERE account_address = ${account} ORDER BY type`),
    notifications: inPages(
      ["created_at", "id"],
      ({ keys, page }) => sql`
      SELECT type, text, target, importance, times, created_at, read_at, emailed_at${keys} FROM notifications
      WHERE account_address = ${account}${page}`
    ),
    pushBrowsers: inPages(
      ["created_at", "id"],
      ({ keys, page }) => sql`
      SELECT device, votes, money, replies, created_at, ends_at, sent_at${keys} FROM push_subscriptions
      WHERE account_address = ${account}${page}`
    ),
    activity: inPages(
      ["e.at", "e.community_id", "e.seq"],
      ({ keys, page }) => sql`
      SELECT c.slug, e.at, e.type, e.target, e.data${keys}
      FROM activity_events e JOIN communities c ON c.id = e.community_id WHERE e.actor = ${account}${page}`
    ),
    threads: inPages(
      ["t.created_at", "t.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, t.number, t.title, t.body, t.category, t.state, t.shown, t.created_at, t.edited_at${keys}
      FROM threads t JOIN communities c ON c.id = t.community_id WHERE t.author = ${account}${page}`
    ),
    comments: inPages(
      ["m.created_at", "m.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, m.target_type, m.target_id, m.body, m.shown, m.created_at, m.edited_at${keys}
      FROM comments m JOIN communities c ON c.id = m.community_id WHERE m.author = ${account}${page}`
    ),
    attachments: inPages(
      ["f.created_at", "f.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, f.target_type, f.target_id, f.name, f.mime, f.bytes, f.sha256, f.created_at${keys}
      FROM attachments f JOIN communities c ON c.id = f.community_id
      WHERE f.account = ${account}${page}`
    ),
    agreements: inPages(
      ["created_at", "target_type", "target_id"],
      ({ keys, page }) => sql`
      SELECT target_type, target_id, created_at${keys} FROM reactions WHERE account_address = ${account}${page}`
    ),
    follows: inPages(
      ["created_at", "target_type", "target_id"],
      ({ keys, page }) => sql`
      SELECT target_type, target_id, state, created_at${keys} FROM follows WHERE account_address = ${account}${page}`
    ),
    followedCommunities: inPages(
      ["f.created_at", "f.community_id"],
      ({ keys, page }) => sql`
      SELECT c.slug, c.name, f.created_at${keys} FROM community_follows f JOIN communities c ON c.id = f.community_id
      WHERE f.account_address = ${account}${page}`
    ),
    reports: inPages(
      ["created_at", "id"],
      ({ keys, page }) => sql`
      SELECT target_type, target_id, reason, note, status, created_at${keys} FROM reports
      WHERE reporter = ${account}${page}`
    ),
    announcements: inPages(
      ["a.created_at", "a.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, a.number, a.title, a.body, a.importance, a.state, a.publish_at, a.created_at${keys}
      FROM announcements a JOIN communities c ON c.id = a.community_id WHERE a.issuer = ${account}${page}`
    ),
    proposals: inPages(
      ["p.community_id", "p.number"],
      ({ keys, page }) => sql`
      SELECT c.slug, p.number, p.kind, p.title, p.summary, p.body, p.status, p.published_at, p.closes_at, p.closed_at${keys}
      FROM proposals p JOIN communities c ON c.id = p.community_id WHERE p.author = ${account}${page}`
    ),
    proposalDrafts: inPages(
      ["d.created_at", "d.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, d.title, d.template, d.fields, d.created_at, d.updated_at${keys}
      FROM proposal_drafts d JOIN communities c ON c.id = d.community_id WHERE d.author = ${account}${page}`
    ),
    // Every ballot with all that its receipt states, replaced ones included. The owner's choice is shown even if
    // results are hidden; a sealed ballot's choice is an empty list until it is opened.
    votes: inPages(
      ["b.cast_at", "b.proposal_id", "b.seq"],
      ({ keys, page }) => sql`
      SELECT c.slug, p.number, p.title, b.seq, b.choice, b.reason, b.weight, b.cast_at, b.nonce, b.supersedes,
      b.digest, b.curve, b.public_key, b.signature, b.prev_hash, b.entry_hash, b.sealed, b.spoilt${keys}
      FROM ballots b JOIN proposals p ON p.id = b.proposal_id JOIN communities c ON c.id = p.community_id
      WHERE b.account_address = ${account}${page}`
    ),
    delegatedVotes: inPages(
      ["d.made_at", "d.digest"],
      ({ keys, page }) => sql`
      SELECT c.slug, d.delegator AS lender, d.delegate, d.kinds, d.made_at, d.until_at, d.ended_at, d.digest, d.signed${keys}
      FROM delegations d JOIN communities c ON c.id = d.community_id
      WHERE (d.delegator = ${account} OR (d.delegate = ${account} AND d.ended_at IS NULL))${page}`
    ),
    delegateStatements: inPages(
      ["c.slug"],
      ({ keys, page }) => sql`
      SELECT c.slug, d.statement, d.accepts, d.uses, d.updated_at${keys}
      FROM delegates d JOIN communities c ON c.id = d.community_id WHERE d.account_address = ${account}${page}`
    ),
    payments: inPages(
      ["r.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, d.number, d.title, d.symbol, r.amount, r.note, r.state, r.tx_id${keys}
      FROM distribution_rows r JOIN distributions d ON d.id = r.distribution_id JOIN communities c ON c.id =
      d.community_id WHERE r.account = ${account} AND d.started_at IS NOT NULL${page}`
    ),
    budgetPayments: inPages(
      ["p.created_at", "p.budget_id", "p.n"],
      ({ keys, page }) => sql`
      SELECT c.slug, b.number, b.title, b.symbol, p.amount, p.reason, p.state, p.tx_id, p.created_at, p.asked_by =
      ${account} AS ordered_by_you${keys}
      FROM budget_payments p JOIN budgets b ON b.id = p.budget_id JOIN communities c ON c.id = p.community_id
      WHERE (p.account = ${account} OR p.asked_by = ${account})${page}`
    ),
    budgets: inPages(
      ["b.created_at", "b.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, b.number, b.title, b.symbol, b.total,
      CASE e.state WHEN 'funded' THEN 'parked' WHEN 'refunding' THEN 'returning' ELSE COALESCE(e.state, b.state) END AS
      state, b.created_at${keys}
      FROM budgets b LEFT JOIN escrows e ON e.id = b.id JOIN communities c ON c.id = b.community_id WHERE b.account = ${account}${page}`
    ),
    expenses: inPages(
      ["e.created_at", "e.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, e.number, e.kind, e.title, e.symbol, e.amount, e.payee, e.day, e.category, e.words, e.state, e.answer,
      e.tx_id, e.created_at${keys} FROM expenses e JOIN communities c ON c.id = e.community_id
      WHERE e.account = ${account}${page}`
    ),
    invitations: inPages(
      ["i.created_at", "i.code"],
      ({ keys, page }) => sql`
      SELECT c.slug, i.email, i.invitee, i.created_at, i.expires_at, i.declined_at${keys}
      FROM invites i JOIN communities c ON c.id = i.community_id
      WHERE i.email IS NOT NULL AND (i.used_by = ${account} OR i.email = (SELECT u.email_key FROM users u
        WHERE u.account_address = ${account} AND u.status = 'active'))${page}`
    ),
    withdrawals: inPages(
      ["w.available_at", "w.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, w.symbol, w.resource, w.amount, w.origin, w.state, w.tx_id, w.available_at,
      w.recover_after${keys} FROM claims w JOIN communities c ON c.id = w.community_id
      WHERE w.account = ${account}${page}`
    ),
    bondOrders: inPages(
      ["o.created_at", "o.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, s.code, o.direction, o.units, o.total, o.state, o.tx_id, o.failure, o.created_at,
      o.signed_at${keys}
      FROM bond_orders o JOIN bond_series s ON s.id = o.series_id JOIN communities c ON c.id = o.community_id
      WHERE o.account = ${account}${page}`
    ),
    bondReceipts: inPages(
      ["r.settled_at", "r.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, s.code, r.number, r.kind, r.units, r.amount, r.tx_id, r.settled_at, r.check_code${keys}
      FROM bond_receipts r JOIN bond_series s ON s.id = r.series_id JOIN communities c ON c.id = r.community_id
      WHERE r.account = ${account}${page}`
    ),
    approvalRequests: inPages(
      ["a.created_at", "a.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, a.number, a.kind, a.payload, a.state, a.tx_id, a.created_at${keys}
      FROM approval_requests a JOIN communities c ON c.id = a.community_id WHERE a.account = ${account}${page}`
    ),
    approvals: inPages(
      ["p.created_at", "p.act_id"],
      ({ keys, page }) => sql`
      SELECT c.slug, a.number, p.badge_id, p.answer, p.reason, p.created_at${keys}
      FROM approval_answers p JOIN approval_requests a ON a.id = p.act_id JOIN communities c ON c.id = a.community_id
      WHERE p.account = ${account}${page}`
    ),
    approvalComments: inPages(
      ["p.created_at", "p.id"],
      ({ keys, page }) => sql`
      SELECT c.slug, a.number, p.text, p.created_at${keys}
      FROM approval_comments p JOIN approval_requests a ON a.id = p.act_id JOIN communities c ON c.id = a.community_id
      WHERE p.account = ${account}${page}`
    ),
    wishes: whole(sql`SELECT item, created_at FROM feature_requests WHERE account = ${account} ORDER BY created_at`),
    drafts: inPages(
      ["saved_at", "place"],
      ({ keys, page }) => sql`
      SELECT place, data, saved_at${keys} FROM drafts WHERE account_address = ${account}${page}`
    ),
    suspensions: whole(sql`SELECT kind, reason, suspended_until, created_at FROM account_suspensions
      WHERE account_address = ${account}`),
    operatorActs: inPages(
      ["at", "id"],
      ({ keys, page }) => sql`
      SELECT at, act, summary, reason${keys} FROM operator_log
      WHERE target_type = 'account' AND target_id = ${account}${page}`
    ),
    pictures: inPages(
      ["created_at", "file"],
      ({ keys, page }) => sql`
      SELECT file, kind, mime, bytes, width, height, created_at${keys} FROM uploads
      WHERE owner_address = ${account}${page}`
    )
  }
}
