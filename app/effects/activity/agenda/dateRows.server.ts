/** A person's dates as rows: a union of small selections, one for each kind; the texts are in dates.ts. */
import type { SqlClient, Statement } from "@effect/sql"
import type { AccountAddress } from "~/effects/base/addresses/addresses"

/** The name of a community if this account may read it (access/visibility.ts); else empty. */
export const readableName = (sql: SqlClient.SqlClient, account: Statement.Fragment | string): Statement.Fragment =>
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
