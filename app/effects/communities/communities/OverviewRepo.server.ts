/**
 * What the overview shows of the community's other features: its moderators, latest threads and announcements, and next
 * dates.
 */
import type { Statement } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { CALLED_OFF, type PlannedDate } from "~/effects/activity/agenda/dates"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { provenStep } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"

/** Dates of a community in the next 30 days, in words: votes, sales, and payments of its bonds. */
const nextDateKinds = [
  "vote",
  "chosenTime",
  "chosenDays",
  "calledOffTime",
  "calledOffDays",
  "saleOpens",
  "saleCloses",
  "coupon",
  "maturity"
] as const
type NextDateKind = (typeof nextDateKinds)[number]

interface NextDateRow {
  readonly part: NextDateKind
  /** The title of a vote, or the code of a series. */
  readonly title: string
  /** The number of a vote, or the code of a series. */
  readonly ref: string
  readonly at: number
  readonly endsAt: number | null
}

const words: Readonly<Record<NextDateKind, (title: string) => string>> = {
  vote: (title) => `Voting on “${title}” closes`,
  chosenTime: (title) => title,
  chosenDays: (title) => title,
  calledOffTime: (title) => `${CALLED_OFF}${title}`,
  calledOffDays: (title) => `${CALLED_OFF}${title}`,
  saleOpens: (code) => `The sale of ${code} opens`,
  saleCloses: (code) => `The sale of ${code} closes`,
  coupon: (code) => `${code} pays its coupon`,
  maturity: (code) => `${code} matures`
}

const ofVotes: ReadonlySet<NextDateKind> = new Set([
  "vote",
  "chosenTime",
  "chosenDays",
  "calledOffTime",
  "calledOffDays"
])

const nextDateOf = (communityId: CommunityId, { at, endsAt, part, ref, title }: NextDateRow): PlannedDate => ({
  key: `${part}-${ref}-${at}`,
  at,
  ...(endsAt !== null && { until: endsAt }),
  ...((part === "chosenDays" || part === "calledOffDays") && { isDays: true }),
  words: words[part](title),
  path: ofVotes.has(part)
    ? `/community/detail/${communityId}/proposals?p=${ref}`
    : `/community/detail/${communityId}/bondissued?series=${ref}`
})

const Person = Schema.Struct({
  account: AccountAddress,
  name: Schema.NullOr(Schema.String),
  picture: Schema.NullOr(Schema.String),
  role: Role,
  /** The same on each row: the deployment form as JSON, and whether the treasury is a multisig. */
  deployment: Schema.NullOr(Schema.String),
  isMultisig: Schema.Int
})
const Thread = Schema.Struct({
  part: Schema.Literal("thread"),
  number: Schema.Int,
  title: Schema.String,
  /** Null for a person who removed their account. */
  author: Schema.NullOr(Schema.String),
  replies: Schema.Int,
  at: Schema.Number,
  proposal: Schema.NullOr(Schema.Int)
})
const Dated = Schema.Struct({
  part: Schema.Literal(...nextDateKinds),
  title: Schema.String,
  ref: Schema.String,
  at: Schema.Number,
  endsAt: Schema.NullOr(Schema.Number)
})
const Announcement = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  issuer: Schema.NullOr(Schema.String),
  importance: Schema.Literal("normal", "important"),
  isSigned: Schema.Int,
  pinnedUntil: Schema.Number,
  at: Schema.Number
})
export type OverviewAnnouncement = typeof Announcement.Type

/** Ten moderators at most, and the owner (docs/product/access.md). */
const MOST_PEOPLE = 11
const THREADS = 3
const DATES = 5
const AHEAD = Duration.toMillis("30 days")
const ANNOUNCEMENTS = 2

const decode = <A, I>(row: Schema.Schema<A, I>) => Schema.decodeUnknown(Schema.Array(row))

export class OverviewRepo extends Effect.Service<OverviewRepo>()("communities/communities/OverviewRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** The owner first, then the moderators, longest membership first. */
    const people = Effect.fn("OverviewRepo.people")(function* (id: CommunityId) {
      const rows =
        yield* sql`SELECT m.account_address AS account, u.username AS name, u.display_image AS picture, m.role,
          (SELECT s.detail FROM prepared_transactions s WHERE ${provenStep(sql, `deploy:${id}`)}) AS deployment,
          (SELECT COUNT(*) FROM signer_rules r WHERE r.community_id = ${id}) AS is_multisig
        FROM memberships m LEFT JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        WHERE m.community_id = ${id} AND m.role IN ('owner', 'moderator') AND m.status = 'active'
        ORDER BY CASE WHEN m.role = 'owner' THEN 0 ELSE 1 END, m.joined_at, m.account_address
        LIMIT ${MOST_PEOPLE}`.pipe(Effect.flatMap(decode(Person)))
      return {
        people: rows.map(({ account, name, picture, role }) => ({ account, name, picture, role })),
        deployment: rows[0]?.deployment ?? null,
        isMultisig: rows[0]?.isMultisig === 1
      }
    }, Effect.orDie)

    /** Threads with the latest posts. Threads that moderators have hidden are left out. */
    const threads = (id: CommunityId) => sql`
      SELECT t.number, t.title, u.username AS author, t.comment_count AS replies, t.last_activity_at AS at,
        t.proposal_number AS proposal
      FROM threads t LEFT JOIN users u ON u.account_address = t.author AND u.status = 'active'
      WHERE t.community_id = ${id} AND t.listed = 1 AND t.shown = 'visible'
      ORDER BY t.last_activity_at DESC, t.id DESC LIMIT ${THREADS}`

    /**
     * Dates that every reader of the community may see: the next votes, and all series, which are few. SQLite joins a
     * CROSS JOIN in the order written.
     */
    const dates = (id: CommunityId, from: number, until: number) => sql`
      SELECT * FROM (
        SELECT 'vote' AS part, p.title, CAST(p.number AS TEXT) AS ref, p.closes_at AS at,
          CAST(NULL AS BIGINT) AS ends_at FROM proposals p
        WHERE p.community_id = ${id} AND p.shelf = 'open' AND p.sort_at > ${from} AND p.sort_at <= ${until}
          AND p.status = 'active'
        ORDER BY p.sort_at, CAST(p.number AS TEXT) LIMIT ${DATES}) votes
      UNION ALL SELECT CASE WHEN d.called_off_at IS NULL THEN 'chosen' ELSE 'calledOff' END
        || CASE WHEN d.is_days = 1 THEN 'Days' ELSE 'Time' END, p.title,
        CAST(p.number AS TEXT), d.starts_at, d.ends_at
      FROM chosen_dates d JOIN proposals p ON p.id = d.proposal_id AND p.status = 'passed'
      WHERE d.community_id = ${id} AND d.ends_at > ${from} AND d.starts_at <= ${until}
      UNION ALL SELECT 'saleOpens', s.code, s.code, s.sale_opens_at, NULL FROM bond_series s
      WHERE s.community_id = ${id} AND s.state = 'scheduled' AND s.sale_opens_at > ${from} AND s.sale_opens_at <= ${until}
      UNION ALL SELECT 'saleCloses', s.code, s.code, s.sale_closes_at, NULL FROM bond_series s
      WHERE s.community_id = ${id} AND s.state = 'open' AND s.sale_closes_at > ${from} AND s.sale_closes_at <= ${until}
      UNION ALL SELECT 'coupon', s.code, s.code, k.due_at, NULL FROM bond_series s CROSS JOIN bond_coupons k
      WHERE s.community_id = ${id} AND s.state IN ('active', 'overdue') AND s.variant = 'coupon' AND k.series_id = s.id
        AND k.paid_at IS NULL AND k.due_at > ${from} AND k.due_at <= ${until}
      UNION ALL SELECT 'maturity', s.code, s.code, s.matures_at, NULL FROM bond_series s
      WHERE s.community_id = ${id} AND s.state = 'active' AND s.matures_at > ${from} AND s.matures_at <= ${until}
      ORDER BY 4, 1, 3 LIMIT ${DATES}`

    /** The latest threads and the next dates in one statement: a page has six statements at most. */
    const goingOn = Effect.fn("OverviewRepo.goingOn")(function* (id: CommunityId) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql`
        SELECT 'thread' AS part, number, title, author, replies, at, proposal, '' AS ref,
          CAST(NULL AS BIGINT) AS ends_at FROM (${threads(id)}) latest
        UNION ALL SELECT part, 0, title, CAST(NULL AS TEXT), 0, at, CAST(NULL AS BIGINT), ref, ends_at
        FROM (${dates(id, now, now + AHEAD)}) ahead`.pipe(Effect.flatMap(decode(Schema.Union(Thread, Dated))))
      return {
        threads: rows
          .flatMap((row) => (row.part === "thread" ? [row] : []))
          .toSorted((one, other) => other.at - one.at || other.number - one.number),
        dates: rows
          .flatMap((row) => (row.part === "thread" ? [] : [nextDateOf(id, row)]))
          .toSorted((one, other) => one.at - other.at)
      }
    }, Effect.orDie)

    const announced = (id: CommunityId, narrowed: Statement.Fragment) => sql`
      SELECT a.number, a.title, u.username AS issuer, a.importance,
        CASE WHEN a.signed IS NULL THEN 0 ELSE 1 END AS is_signed,
        COALESCE(a.pinned_until, 0) AS pinned_until, a.publish_at AS at
      FROM announcements a LEFT JOIN users u ON u.account_address = a.issuer AND u.status = 'active'
      WHERE a.community_id = ${id} AND a.shown = 1 AND a.state = 'published' AND ${narrowed}
      ORDER BY a.publish_at DESC, a.id DESC LIMIT ${ANNOUNCEMENTS}`

    /** Two announcements: pinned ones (at most three) before newer ones. */
    const announcements = Effect.fn("OverviewRepo.announcements")(function* (id: CommunityId) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql`SELECT * FROM (${announced(id, sql`a.pinned_until > ${now}`)}) pinned
        UNION SELECT * FROM (${announced(id, sql`1 = 1`)}) newest`.pipe(Effect.flatMap(decode(Announcement)))
      const isPinned = ({ pinnedUntil }: OverviewAnnouncement) => Number(pinnedUntil > now)
      return [...rows]
        .sort((one, other) => isPinned(other) - isPinned(one) || other.at - one.at)
        .slice(0, ANNOUNCEMENTS)
        .map((row) => ({ ...row, isPinned: isPinned(row) === 1 }))
    }, Effect.orDie)

    return { people, goingOn, announcements }
  })
}) {}
