/** Recipients of messages about unknown withdrawals from a treasury's escrow. */

import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"

/** Owners, signers, and members who signed for the treasury before. Does not read the ledger, which may not respond. */
export const treasuryAdmins = (sql: SqlClient.SqlClient, communityId: CommunityId) =>
  Effect.map(
    Effect.orDie(sql<{ account: AccountAddress }>`
      SELECT m.account_address AS account FROM memberships m
        WHERE m.community_id = ${communityId} AND m.status = 'active' AND (m.role = 'owner' OR EXISTS (
          SELECT 1 FROM prepared_transactions s WHERE s.community_id = m.community_id AND s.account = m.account_address
            AND s.state = 'verified' AND s.kind <> 'claim'))
      UNION SELECT c.admin_account AS account FROM communities c
        WHERE c.id = ${communityId} AND c.admin_account IS NOT NULL
      UNION SELECT k.account FROM signers k WHERE k.community_id = ${communityId}`),
    (rows) => rows.map(({ account }) => account).sort()
  )
