/**
 * Agenda: what one person's own page shows, each part in one statement however many kinds of things there are. What
 * needs somebody, and what has a date, is a union of small selections, one for each kind; the words are in needs.ts
 * and dates.ts. Everything is what this account may see: its own memberships lead every selection.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { CommunityId } from "../communities/Community"
import { Role } from "../communities/Membership"
import { type DateRow, dateKinds, dateOf } from "./dates"
import { type NeedRow, needKinds, needOf } from "./needs"

/** More than anybody does in a day. */
const MOST_NEEDS = 50
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

    /** The communities somebody looks after. */
    const lookedAfter = (account: string) => sql`memberships me JOIN communities c ON c.id = me.community_id
      AND c.stage <> 'archived' AND me.account_address = ${account} AND me.status = 'active'
      AND me.role IN ('moderator', 'owner')`

    const needing = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, now: Schema.Number }),
      Result: Need,
      execute: ({ account, now }) => sql`
        SELECT 'applications' AS kind, c.id AS community_id, c.name AS community, COUNT(*) AS n, MIN(a.joined_at) AS at
        FROM ${lookedAfter(account)} JOIN memberships a ON a.community_id = c.id AND a.status = 'applied'
        GROUP BY c.id, c.name
        UNION ALL
        SELECT 'reports', c.id, c.name, COUNT(*), MIN(r.created_at)
        FROM ${lookedAfter(account)} JOIN reports r ON r.community_id = c.id AND r.status = 'open'
          AND r.reporter <> ${account}
        GROUP BY c.id, c.name
        UNION ALL
        SELECT 'handOver', c.id, c.name, 1, h.expires_at
        FROM hand_overs h JOIN communities c ON c.id = h.community_id
        WHERE h.to_account = ${account} AND h.expires_at > ${now}
        UNION ALL
        SELECT 'claims', c.id, c.name, COUNT(*), MIN(k.available_at)
        FROM claims k JOIN communities c ON c.id = k.community_id
        WHERE k.account = ${account} AND k.state = 'available' GROUP BY c.id, c.name
        UNION ALL
        SELECT 'batches', c.id, c.name, COUNT(*), MIN(d.started_at)
        FROM distributions d JOIN communities c ON c.id = d.community_id
        WHERE d.account = ${account} AND d.state = 'running' AND d.paused = 0 GROUP BY c.id, c.name
        UNION ALL
        SELECT 'votes', c.id, c.name, COUNT(*), MIN(p.closes_at)
        FROM voters v JOIN proposals p ON p.id = v.proposal_id AND p.status = 'active' AND p.closes_at > ${now}
        JOIN communities c ON c.id = p.community_id
        JOIN memberships m ON m.community_id = c.id AND m.account_address = v.account_address AND m.status = 'active'
        WHERE v.account_address = ${account} AND v.voted_at IS NULL
        GROUP BY c.id, c.name
        UNION ALL
        SELECT 'orders', c.id, c.name, COUNT(*), MIN(o.expires_at)
        FROM bond_orders o JOIN bond_series s ON s.id = o.series_id AND s.state = 'settling'
        JOIN communities c ON c.id = s.community_id
        WHERE c.admin_account = ${account} AND o.state = 'signed' AND o.direction = 'buy' GROUP BY c.id, c.name
        UNION ALL
        SELECT 'redeem', c.id, c.name, COUNT(DISTINCT s.id), MIN(s.matures_at)
        FROM bond_receipts r JOIN bond_series s ON s.id = r.series_id AND s.state IN ('maturing', 'overdue')
        JOIN communities c ON c.id = s.community_id
        WHERE r.account = ${account} AND r.kind = 'purchase' AND NOT EXISTS (
          SELECT 1 FROM bond_orders o WHERE o.series_id = s.id AND o.account = r.account AND o.direction = 'redeem'
            AND o.state IN ('signed', 'settling', 'settled'))
        GROUP BY c.id, c.name
        ORDER BY 5, 2, 1 LIMIT ${MOST_NEEDS}`
    })

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
        FROM bond_series s JOIN communities c ON c.id = s.community_id
        WHERE s.state = 'active' AND s.matures_at > ${from} AND s.matures_at <= ${until} AND EXISTS (
          SELECT 1 FROM bond_receipts r WHERE r.series_id = s.id AND r.account = ${account} AND r.kind = 'purchase')
        ORDER BY 6, 2, 5 LIMIT ${MOST_DATES}`
    })

    const own = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, limit: Schema.Int }),
      Result: OwnCommunity,
      execute: ({ account, limit }) => sql`SELECT c.id, c.name, c.logo, m.role, c.open_proposals, c.open_sales,
          COALESCE(u.unread, 0) AS unread
        FROM memberships m JOIN communities c ON c.id = m.community_id
        LEFT JOIN (
          SELECT community_id, COUNT(*) AS unread FROM notifications
          WHERE account_address = ${account} AND read_at IS NULL GROUP BY community_id
        ) u ON u.community_id = c.id
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

    return { needs, dates, communities }
  })
}) {}
