/**
 * A person's to-do items as rows: a union of small selections, one for each kind (texts in needs.ts). Used by the
 * statement of the dashboard and by the one that every page runs for its reader, so each selection starts at the
 * account; SQLite keeps the order of a CROSS JOIN.
 */
import type { SqlClient, Statement } from "@effect/sql"
import { Layer } from "effect"
import { MOST_UNREAD } from "~/effects/activity/notifications/unread"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { WaitingColumns } from "~/effects/people/wallet-session/SessionsRepo.server"

/** The name of a community if this account may read it (access/visibility.ts); else empty. */
const readableName = (sql: SqlClient.SqlClient, account: Statement.Fragment | string): Statement.Fragment =>
  sql`CASE WHEN c.visibility <> 'private' OR c.owner_address = ${account} OR EXISTS (SELECT 1 FROM memberships r
    WHERE r.community_id = c.id AND r.account_address = ${account} AND r.status = 'active') THEN c.name ELSE '' END`

/** More than a page shows. */
export const MOST_DATES = 100

/**
 * Dates after `from` and up to `until`, in Unix milliseconds; chosen dates until they are over. SQLite keeps the order
 * of a CROSS JOIN, so the person's bonds are read first.
 */
export const dateRows = (
  sql: SqlClient.SqlClient,
  account: AccountAddress,
  from: number,
  until: number
): Statement.Fragment => sql`
    SELECT 'handOver' AS kind, c.id AS community_id, c.name AS community, '' AS title, '' AS ref,
      h.expires_at AS at, CAST(NULL AS BIGINT) AS ends_at
    FROM hand_overs h JOIN communities c ON c.id = h.community_id
    WHERE h.to_account = ${account} AND h.expires_at > ${from} AND h.expires_at <= ${until}
    UNION ALL
    SELECT 'suspension', c.id, c.name, '', '', m.suspended_until, NULL
    FROM memberships m JOIN communities c ON c.id = m.community_id
    WHERE m.account_address = ${account} AND m.status = 'suspended'
      AND m.suspended_until > ${from} AND m.suspended_until <= ${until}
    UNION ALL
    SELECT 'announcement', c.id, c.name, a.title, a.id, a.publish_at, NULL
    FROM announcements a JOIN communities c ON c.id = a.community_id
    WHERE a.issuer = ${account} AND a.state = 'scheduled' AND a.publish_at > ${from} AND a.publish_at <= ${until}
    UNION ALL
    SELECT 'recovery', c.id, ${readableName(sql, account)}, k.symbol, k.id, k.recover_after, NULL
    FROM claims k JOIN communities c ON c.id = k.community_id
    WHERE k.account = ${account} AND k.state = 'available'
      AND k.recover_after > ${from} AND k.recover_after <= ${until}
    UNION ALL
    SELECT 'vote', c.id, c.name, p.title, CAST(p.number AS TEXT), p.closes_at, NULL
    FROM voters v JOIN proposals p ON p.id = v.proposal_id AND p.status = 'active'
    JOIN communities c ON c.id = p.community_id
    JOIN memberships m ON m.community_id = c.id AND m.account_address = v.account_address AND m.status = 'active'
    WHERE v.account_address = ${account} AND v.closes_at > ${from} AND v.closes_at <= ${until}
    UNION ALL
    SELECT CASE WHEN d.called_off_at IS NULL THEN 'chosen' ELSE 'calledOff' END
      || CASE WHEN d.is_days = 1 THEN 'Days' ELSE 'Time' END, c.id, c.name, p.title,
      CAST(p.number AS TEXT), d.starts_at, d.ends_at
    FROM memberships m JOIN chosen_dates d ON d.community_id = m.community_id
    JOIN proposals p ON p.id = d.proposal_id AND p.status = 'passed' JOIN communities c ON c.id = m.community_id
    WHERE m.account_address = ${account} AND m.status = 'active' AND d.ends_at > ${from} AND d.starts_at <= ${until}
    UNION ALL
    SELECT 'sale', c.id, c.name, s.code, s.id, s.sale_closes_at, NULL
    FROM (SELECT DISTINCT series_id FROM bond_orders
      WHERE account = ${account} AND direction = 'buy' AND state = 'signed') o
    CROSS JOIN bond_series s JOIN communities c ON c.id = s.community_id
    WHERE s.id = o.series_id AND s.state = 'open'
      AND s.sale_closes_at > ${from} AND s.sale_closes_at <= ${until}
    UNION ALL
    SELECT 'maturity', c.id, ${readableName(sql, account)}, s.code, s.id, s.matures_at, NULL
    FROM (SELECT DISTINCT series_id FROM bond_receipts WHERE account = ${account} AND kind = 'purchase') r
    CROSS JOIN bond_series s JOIN communities c ON c.id = s.community_id
    WHERE s.id = r.series_id AND s.state = 'active' AND s.matures_at > ${from} AND s.matures_at <= ${until}
    UNION ALL
    SELECT 'coupon', c.id, ${readableName(sql, account)}, s.code, s.id || '-' || CAST(b.due_at AS TEXT), b.due_at, NULL
    FROM (SELECT DISTINCT series_id FROM bond_receipts WHERE account = ${account} AND kind = 'purchase') r
    CROSS JOIN bond_coupons b CROSS JOIN bond_series s JOIN communities c ON c.id = s.community_id
    WHERE b.series_id = r.series_id AND b.paid_at IS NULL AND b.due_at > ${from} AND b.due_at <= ${until}
      AND s.id = b.series_id AND s.state IN ('active', 'overdue')`

/** How many notifications are unread and how many things wait for an account, read together with its session. */
export const WaitingColumnsLive = Layer.succeed(
  WaitingColumns,
  (sql, account, now) => sql`
  (SELECT COUNT(*) FROM (
    SELECT 1 FROM notifications n WHERE n.account_address = ${account} AND n.read_at IS NULL LIMIT ${MOST_UNREAD}
  ) told) AS unread,
  (SELECT COUNT(*) FROM (${needRows(sql, account, now)} LIMIT ${MOST_NEEDS}) due) AS needs`
)

/** More than anybody does in a day. */
export const MOST_NEEDS = 50

/** `account` is a value, or a column of the outer statement. */
export const needRows = (sql: SqlClient.SqlClient, account: Statement.Fragment, now: number): Statement.Fragment => {
  /**
   * Communities that the person manages. The first status condition must equal the index's own, character for
   * character.
   */
  const managed = sql`memberships me JOIN communities c ON c.id = me.community_id
    AND c.stage <> 'archived' AND me.account_address = ${account} AND me.status IN ('active', 'suspended')
    AND me.status = 'active' AND me.role IN ('moderator', 'owner')`
  return sql`
    SELECT 'applications' AS kind, c.id AS community_id, c.name AS community, COUNT(*) AS n, MIN(a.joined_at) AS at
    FROM ${managed} JOIN memberships a ON a.community_id = c.id AND a.status = 'applied'
    GROUP BY c.id, c.name
    UNION ALL
    SELECT 'reports', c.id, c.name, COUNT(*), MIN(r.created_at)
    FROM ${managed} JOIN reports r ON r.community_id = c.id AND r.status = 'open'
      AND r.reporter <> ${account}
    GROUP BY c.id, c.name
    UNION ALL
    SELECT 'firstPosts', c.id, c.name, COUNT(*), MIN(w.created_at)
    FROM ${managed} JOIN waiting_posts w ON w.community_id = c.id AND w.refused_at IS NULL
      AND EXISTS (SELECT 1 FROM memberships wm WHERE wm.community_id = w.community_id
        AND wm.account_address = w.author AND wm.status IN ('active', 'suspended'))
    GROUP BY c.id, c.name
    UNION ALL
    SELECT 'handOver', c.id, c.name, 1, h.expires_at
    FROM hand_overs h JOIN communities c ON c.id = h.community_id
    WHERE h.to_account = ${account} AND h.expires_at > ${now}
    UNION ALL
    SELECT 'claims', c.id, ${readableName(sql, account)}, COUNT(*), MIN(k.available_at)
    FROM claims k JOIN communities c ON c.id = k.community_id
    WHERE k.account = ${account} AND k.state = 'available' GROUP BY c.id, c.name
    UNION ALL
    SELECT 'batches', c.id, c.name, COUNT(*), MIN(d.started_at)
    FROM distributions d JOIN communities c ON c.id = d.community_id
    WHERE d.account = ${account} AND d.state = 'running' AND d.paused = 0 GROUP BY c.id, c.name
    UNION ALL
    SELECT 'votes', c.id, c.name, COUNT(*), MIN(p.closes_at)
    FROM voters v JOIN proposals p ON p.id = v.proposal_id AND p.status = 'active'
    JOIN communities c ON c.id = p.community_id
    JOIN memberships m ON m.community_id = c.id AND m.account_address = v.account_address AND m.status = 'active'
    WHERE v.account_address = ${account} AND v.closes_at > ${now} AND v.voted_at IS NULL
    GROUP BY c.id, c.name
    UNION ALL
    SELECT 'orders', c.id, c.name, COUNT(*), MIN(o.expires_at)
    FROM communities c CROSS JOIN bond_series s CROSS JOIN bond_orders o
    WHERE c.admin_account = ${account} AND s.community_id = c.id AND s.state = 'settling'
      AND o.series_id = s.id AND o.direction = 'buy' AND o.state = 'signed' GROUP BY c.id, c.name
    UNION ALL
    SELECT 'signers', c.id, c.name, COUNT(*), MIN(k.created_at)
    FROM signers s CROSS JOIN approval_requests k CROSS JOIN communities c
    WHERE s.account = ${account} AND k.community_id = s.community_id AND k.state = 'waiting' AND c.id = k.community_id
      AND k.signers LIKE '%"' || s.account || '"%'
      AND NOT EXISTS (SELECT 1 FROM approval_answers p WHERE p.act_id = k.id AND p.badge_id = s.badge_id)
    GROUP BY c.id, c.name
    UNION ALL
    SELECT 'redeem', c.id, ${readableName(sql, account)}, COUNT(DISTINCT s.id), MIN(s.matures_at)
    FROM bond_receipts r CROSS JOIN bond_series s CROSS JOIN communities c
    WHERE r.account = ${account} AND r.kind = 'purchase' AND s.id = r.series_id
      AND s.state IN ('maturing', 'overdue') AND c.id = s.community_id AND NOT EXISTS (
      SELECT 1 FROM bond_orders o WHERE o.series_id = s.id AND o.account = r.account AND o.direction = 'redeem'
        AND o.state IN ('signed', 'settling', 'settled'))
    GROUP BY c.id, c.name
    UNION ALL
    SELECT 'expenses', c.id, c.name, COUNT(*), MIN(x.created_at)
    FROM ${managed} LEFT JOIN expense_rules l ON l.community_id = c.id
    JOIN expenses x ON x.community_id = c.id AND x.state = 'waiting' AND x.account <> ${account} AND x.payee <> ${account}
    WHERE COALESCE(l.reviewers, 'moderators') = 'moderators' OR (l.reviewers = 'owner' AND me.role = 'owner')
    GROUP BY c.id, c.name
    UNION ALL
    SELECT 'expenses', c.id, c.name, COUNT(DISTINCT x.id), MIN(x.created_at)
    FROM signers s CROSS JOIN expense_rules l CROSS JOIN expenses x CROSS JOIN communities c
    WHERE s.account = ${account} AND l.community_id = s.community_id AND l.reviewers = 'signers' AND c.id = s.community_id
      AND x.community_id = s.community_id AND x.state = 'waiting' AND x.account <> ${account} AND x.payee <> ${account}
    GROUP BY c.id, c.name
    UNION ALL
    SELECT 'expenseQuestions', c.id, c.name, COUNT(*), MIN(x.updated_at)
    FROM expenses x JOIN communities c ON c.id = x.community_id
    WHERE x.account = ${account} AND x.state = 'asked' GROUP BY c.id, c.name`
}
