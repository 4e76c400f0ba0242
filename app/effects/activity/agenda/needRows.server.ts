/**
 * A person's to-do items as rows: a union of small selections, one for each kind (texts in needs.ts). Used by the
 * statement of the dashboard and by the one that every page runs for its reader, so each selection starts at the
 * account; SQLite keeps the order of a CROSS JOIN.
 */
import type { SqlClient, Statement } from "@effect/sql"
import { Layer } from "effect"
import { MOST_UNREAD } from "~/effects/activity/notifications/unread"
import { WaitingColumns } from "~/effects/people/wallet-session/SessionsRepo.server"
import { readableName } from "./dateRows.server"

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
