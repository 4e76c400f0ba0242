/**
 * Agenda: the data of a person's dashboard, in few statements however many kinds there are. To-do items and dates are
 * each a union of small selections, one for each kind; the texts are in needs.ts and dates.ts. Every selection starts
 * at the account's own memberships, so it returns only what this account may see.
 */
import type { SqlClient, Statement } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { MOST_UNREAD } from "~/effects/activity/notifications/unread"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { type DateRow, dateKinds, dateOf } from "./dates"
import { firstStepNames } from "./firstSteps"
import { dateRows, MOST_DATES, MOST_NEEDS, needRows } from "./needRows.server"
import { dueKinds, type NeedRow, needKinds, needOf } from "./needs"

/** Which first steps an account has completed (docs/product/notifications.md), as rows. */
const stepRows = (sql: SqlClient.SqlClient, account: AccountAddress): Statement.Fragment => sql`
    SELECT 'read' AS step WHERE EXISTS (
      SELECT 1 FROM read_marks WHERE account_address = ${account} AND target_type = 'proposal')
    UNION ALL SELECT 'vote' WHERE EXISTS (
      SELECT 1 FROM voters WHERE account_address = ${account} AND voted_at IS NOT NULL)
    UNION ALL SELECT 'emails' WHERE EXISTS (SELECT 1 FROM mail_choices WHERE account_address = ${account})`

export const OWN_COMMUNITIES = 6

const place = { communityId: CommunityId, community: Schema.String, at: Schema.Number }
const Need = Schema.Struct({ ...place, kind: Schema.Literal(...needKinds), n: Schema.Int })
const Dated = Schema.Struct({
  ...place,
  kind: Schema.Literal(...dateKinds),
  title: Schema.String,
  ref: Schema.String,
  endsAt: Schema.NullOr(Schema.Number)
})
const Today = Schema.Union(
  Schema.Struct({ part: Schema.Literal("need"), ...Need.fields }),
  Schema.Struct({ part: Schema.Literal("date"), ...Dated.fields }),
  Schema.Struct({ part: Schema.Literal("step"), kind: Schema.Literal(...firstStepNames) })
)
const Ahead = Schema.typeSchema(Schema.Struct({ account: AccountAddress, now: Schema.Number, until: Schema.Number }))
const OwnCommunity = Schema.Struct({
  id: CommunityId,
  name: Schema.String,
  logo: Schema.NullOr(Schema.String),
  role: Role,
  openProposals: Schema.Int,
  openSales: Schema.Int,
  unread: Schema.Int
})

export class Agenda extends Effect.Service<Agenda>()("activity/agenda/Agenda", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** The order of To do: what has a deadline, the nearest first; then the rest, the longest waiting first. */
    const late = sql`CASE WHEN ${sql.in("kind", dueKinds)} THEN 0 ELSE 1 END`
    const needing = (account: AccountAddress, now: number) => sql`
        SELECT kind, community_id, community, n, at, ${late} AS late FROM (${needRows(sql, sql`${account}`, now)}) needed
        ORDER BY late, at, community_id, kind LIMIT ${MOST_NEEDS}`
    const dated = (account: AccountAddress, now: number, until: number) => sql`
        ${dateRows(sql, account, now, until)}
        ORDER BY 6, 2, 5 LIMIT ${MOST_DATES}`

    const findNeeds = findAll({
      Request: Schema.typeSchema(Schema.Struct({ account: AccountAddress, now: Schema.Number })),
      Result: Need,
      execute: ({ account, now }) => needing(account, now)
    })
    const findDates = findAll({
      Request: Ahead,
      Result: Dated,
      execute: ({ account, now, until }) => dated(account, now, until)
    })
    /**
     * To-do items, dates and first steps in one statement: a page may use six, and the dashboard shows more than that.
     */
    const findToday = findAll({
      Request: Ahead,
      Result: Today,
      execute: ({ account, now, until }) => sql`
        SELECT 'need' AS part, kind, community_id, community, n, at, '' AS title, '' AS ref, CAST(NULL AS BIGINT) AS ends_at,
          late
        FROM (${needing(account, now)}) due
        UNION ALL SELECT 'date', kind, community_id, community, 1, at, title, ref, ends_at, 0
        FROM (${dated(account, now, until)}) ahead
        UNION ALL SELECT 'step', step, '', '', 0, 0, '', '', NULL, 0 FROM (${stepRows(sql, account)}) taken
        ORDER BY late, at, community_id, ref, kind`
    })

    const own = findAll({
      Request: Schema.Struct({ account: AccountAddress, limit: Schema.Int }),
      Result: OwnCommunity,
      execute: ({ account, limit }) => sql`SELECT c.id, c.name, c.logo, m.role, c.open_proposals, c.open_sales,
          (SELECT COUNT(*) FROM (SELECT 1 FROM notifications n WHERE n.account_address = m.account_address
            AND n.community_id = c.id AND n.read_at IS NULL LIMIT ${MOST_UNREAD}) told) AS unread
        FROM memberships m JOIN communities c ON c.id = m.community_id
        WHERE m.account_address = ${account} AND m.status = 'active'
        ORDER BY CASE WHEN c.stage = 'archived' THEN 1 ELSE 0 END, c.active_at DESC, c.id LIMIT ${limit}`
    })

    const needs = Effect.fn("Agenda.needs")(function* (account: AccountAddress) {
      const rows: ReadonlyArray<NeedRow> = yield* findNeeds({ account, now: yield* Clock.currentTimeMillis })
      return rows.map(needOf)
    })

    const dates = Effect.fn("Agenda.dates")(function* (account: AccountAddress, ahead: Duration.DurationInput) {
      const now = yield* Clock.currentTimeMillis
      const rows: ReadonlyArray<DateRow> = yield* findDates({ account, now, until: now + Duration.toMillis(ahead) })
      return rows.map(dateOf)
    })

    /** The person's to-do items, upcoming dates, and completed first steps. */
    const today = Effect.fn("Agenda.today")(function* (account: AccountAddress, ahead: Duration.DurationInput) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* findToday({ account, now, until: now + Duration.toMillis(ahead) })
      return {
        needs: rows.flatMap((row) => (row.part === "need" ? [needOf(row)] : [])),
        dates: rows.flatMap((row) => (row.part === "date" ? [dateOf(row)] : [])),
        taken: rows.flatMap((row) => (row.part === "step" ? [row.kind] : []))
      }
    })

    /** The most active first; `more` is true if there are others. */
    const communities = Effect.fn("Agenda.communities")(function* (account: AccountAddress) {
      const found = yield* own({ account, limit: OWN_COMMUNITIES + 1 })
      return { rows: found.slice(0, OWN_COMMUNITIES), more: found.length > OWN_COMMUNITIES }
    })

    return { needs, dates, today, communities }
  })
}) {}
