/**
 * Agenda: what one person's own page shows, each part in one statement however many kinds of things there are. What
 * needs the person, and what has a date, is a union of small selections, one for each kind; the words are in needs.ts
 * and dates.ts. Everything is what this account may see: its own memberships lead every selection.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { MOST_UNREAD } from "~/effects/activity/notifications/unread"
import { AgendaDatesRepo } from "./AgendaDatesRepo.server"
import { type DateRow, dateOf } from "./dates"
import { firstStepNames } from "./firstSteps"
import { MOST_NEEDS, needRows } from "./needRows.server"
import { type NeedRow, needKinds, needOf } from "./needs"

export const OWN_COMMUNITIES = 6

const Need = Schema.Struct({
  communityId: Schema.String,
  community: Schema.String,
  at: Schema.Number,
  kind: Schema.Literal(...needKinds),
  n: Schema.Int
})
const OwnCommunity = Schema.Struct({
  id: CommunityId,
  name: Schema.String,
  logo: Schema.NullOr(Schema.String),
  role: Role,
  openProposals: Schema.Int,
  openSales: Schema.Int,
  unread: Schema.Int
})

export class Agenda extends Effect.Service<Agenda>()("effects/Agenda", {
  dependencies: [AgendaDatesRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { between } = yield* AgendaDatesRepo

    const needing = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, now: Schema.Number }),
      Result: Need,
      execute: ({ account, now }) => sql`
        ${needRows(sql, sql`${account}`, now)}
        ORDER BY 5, 2, 1 LIMIT ${MOST_NEEDS}`
    })

    const own = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, limit: Schema.Int }),
      Result: OwnCommunity,
      execute: ({ account, limit }) => sql`SELECT c.id, c.name, c.logo, m.role, c.open_proposals, c.open_sales,
          (SELECT COUNT(*) FROM (SELECT 1 FROM notifications n WHERE n.account_address = m.account_address
            AND n.community_id = c.id AND n.read_at IS NULL LIMIT ${MOST_UNREAD}) told) AS unread
        FROM memberships m JOIN communities c ON c.id = m.community_id
        WHERE m.account_address = ${account} AND m.status = 'active'
        ORDER BY CASE WHEN c.stage = 'archived' THEN 1 ELSE 0 END, c.active_at DESC, c.id LIMIT ${limit}`
    })

    const taken = SqlSchema.findAll({
      Request: Schema.String,
      Result: Schema.Struct({ step: Schema.Literal(...firstStepNames) }),
      execute: (account) => sql`
        SELECT 'read' AS step WHERE EXISTS (
          SELECT 1 FROM read_marks WHERE account_address = ${account} AND target_type = 'proposal')
        UNION ALL SELECT 'vote' WHERE EXISTS (
          SELECT 1 FROM voters WHERE account_address = ${account} AND voted_at IS NOT NULL)
        UNION ALL SELECT 'letters' WHERE EXISTS (SELECT 1 FROM mail_choices WHERE account_address = ${account})`
    })

    const needs = Effect.fn("Agenda.needs")(function* (account: string) {
      const rows: ReadonlyArray<NeedRow> = yield* needing({ account, now: yield* Clock.currentTimeMillis })
      return rows.map(needOf)
    }, Effect.orDie)

    const dates = Effect.fn("Agenda.dates")(function* (account: string, ahead: Duration.DurationInput) {
      const from = yield* Clock.currentTimeMillis
      const rows: ReadonlyArray<DateRow> = yield* between(account, from, from + Duration.toMillis(ahead))
      return rows.map(dateOf)
    })

    /** The liveliest first; `more` says that there are others. */
    const communities = Effect.fn("Agenda.communities")(function* (account: string) {
      const found = yield* own({ account, limit: OWN_COMMUNITIES + 1 })
      return { rows: found.slice(0, OWN_COMMUNITIES), more: found.length > OWN_COMMUNITIES }
    }, Effect.orDie)

    /** Which of a newcomer's first steps are taken (docs/product/notifications.md, 3.6.3). */
    const firstSteps = Effect.fn("Agenda.firstSteps")(function* (account: string) {
      const rows = yield* taken(account)
      return rows.map(({ step }) => step)
    }, Effect.orDie)

    return { needs, dates, communities, firstSteps }
  })
}) {}
