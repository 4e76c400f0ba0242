/**
 * Agenda: what one person's own page shows, each part in one statement however many kinds of things there are. What
 * needs somebody, and what has a date, is a union of small selections, one for each kind; the words are in needs.ts
 * and dates.ts. Everything is what this account may see: its own memberships lead every selection.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { MOST_UNREAD } from "~/effects/activity/notifications/unread"
import { type DateRow, dateKinds, dateOf } from "./dates"
import type { FirstStep } from "./firstSteps"
import { MOST_NEEDS, needRows } from "./needRows.server"
import { type NeedRow, needKinds, needOf } from "./needs"

const MOST_DATES = 100
export const OWN_COMMUNITIES = 6

const Row = { communityId: Schema.String, community: Schema.String, at: Schema.Number }
const Need = Schema.Struct({ ...Row, kind: Schema.Literal(...needKinds), n: Schema.Int })
const Dated = Schema.Struct({
  ...Row,
  kind: Schema.Literal(...dateKinds),
  title: Schema.String,
  ref: Schema.String
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
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const needing = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, now: Schema.Number }),
      Result: Need,
      execute: ({ account, now }) => sql`
        ${needRows(sql, sql`${account}`, now)}
        ORDER BY 5, 2, 1 LIMIT ${MOST_NEEDS}`
    })

    /** SQLite keeps the order of a CROSS JOIN: one person's bonds first, however many series there are. */
    const dated = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, from: Schema.Number, until: Schema.Number }),
      Result: Dated,
      execute: ({ account, from, until }) => sql`
        SELECT 'handOver' AS kind, c.id AS community_id, c.name AS community, '' AS title, '' AS ref,
          h.expires_at AS at
        FROM hand_overs h JOIN communities c ON c.id = h.community_id
        WHERE h.to_account = ${account} AND h.expires_at > ${from} AND h.expires_at <= ${until}
        UNION ALL
        SELECT 'suspension', c.id, c.name, '', '', m.suspended_until
        FROM memberships m JOIN communities c ON c.id = m.community_id
        WHERE m.account_address = ${account} AND m.status = 'suspended'
          AND m.suspended_until > ${from} AND m.suspended_until <= ${until}
        UNION ALL
        SELECT 'announcement', c.id, c.name, a.title, a.id, a.publish_at
        FROM announcements a JOIN communities c ON c.id = a.community_id
        WHERE a.issuer = ${account} AND a.state = 'scheduled' AND a.publish_at > ${from} AND a.publish_at <= ${until}
        UNION ALL
        SELECT 'recovery', c.id, c.name, k.symbol, k.id, k.recover_after
        FROM claims k JOIN communities c ON c.id = k.community_id
        WHERE k.account = ${account} AND k.state = 'available'
          AND k.recover_after > ${from} AND k.recover_after <= ${until}
        UNION ALL
        SELECT 'vote', c.id, c.name, p.title, CAST(p.number AS TEXT), p.closes_at
        FROM voters v JOIN proposals p ON p.id = v.proposal_id AND p.status = 'active'
          AND p.closes_at > ${from} AND p.closes_at <= ${until}
        JOIN communities c ON c.id = p.community_id
        JOIN memberships m ON m.community_id = c.id AND m.account_address = v.account_address AND m.status = 'active'
        WHERE v.account_address = ${account}
        UNION ALL
        SELECT 'maturity', c.id, c.name, s.code, s.id, s.matures_at
        FROM (SELECT DISTINCT series_id FROM bond_receipts WHERE account = ${account} AND kind = 'purchase') r
        CROSS JOIN bond_series s JOIN communities c ON c.id = s.community_id
        WHERE s.id = r.series_id AND s.state = 'active' AND s.matures_at > ${from} AND s.matures_at <= ${until}
        ORDER BY 6, 2, 5 LIMIT ${MOST_DATES}`
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

    const needs = Effect.fn("Agenda.needs")(function* (account: string) {
      const rows: ReadonlyArray<NeedRow> = yield* needing({ account, now: yield* Clock.currentTimeMillis })
      return rows.map(needOf)
    }, Effect.orDie)

    const dates = Effect.fn("Agenda.dates")(function* (account: string, ahead: Duration.DurationInput) {
      const from = yield* Clock.currentTimeMillis
      const rows: ReadonlyArray<DateRow> = yield* dated({ account, from, until: from + Duration.toMillis(ahead) })
      return rows.map(dateOf)
    }, Effect.orDie)

    /** The liveliest first; `more` says that there are others. */
    const communities = Effect.fn("Agenda.communities")(function* (account: string) {
      const found = yield* own({ account, limit: OWN_COMMUNITIES + 1 })
      return { rows: found.slice(0, OWN_COMMUNITIES), more: found.length > OWN_COMMUNITIES }
    }, Effect.orDie)

    /** Which of a newcomer's first steps are taken (docs/product/notifications.md, 3.6.3). */
    const firstSteps = Effect.fn("Agenda.firstSteps")(function* (account: string) {
      const rows = yield* sql<{ readonly step: FirstStep }>`
        SELECT 'read' AS step WHERE EXISTS (
          SELECT 1 FROM read_marks WHERE account_address = ${account} AND target_type = 'proposal')
        UNION ALL SELECT 'vote' WHERE EXISTS (
          SELECT 1 FROM voters WHERE account_address = ${account} AND voted_at IS NOT NULL)
        UNION ALL SELECT 'letters' WHERE EXISTS (SELECT 1 FROM mail_choices WHERE account_address = ${account})`
      return rows.map(({ step }) => step)
    }, Effect.orDie)

    return { needs, dates, communities, firstSteps }
  })
}) {}
