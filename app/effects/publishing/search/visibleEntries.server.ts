/**
 * Which entries of the index a reader may see, as conditions on `search_entries e`. They ask the rows themselves when the
 * search is made: what is hidden, removed or closed to the reader is neither shown nor counted from that moment on. The
 * caller has checked that the reader may read the community (communities/inside).
 *
 * A row is looked up by its key as a value, not by EXISTS: for many entries Postgres would read and hash a whole table to
 * answer EXISTS, although only the newest entries are asked about (docs/decisions/0135-look-up-visible-rows-by-key.md).
 */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sql } from "~/effects/base/db/statements.server"
import { isClosed } from "~/effects/governance/votes/proposal/lifeCycle"
import { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"
import { PUBLISHED } from "~/effects/treasury/bonds/SeriesRepo.server"
import { ExpenseState, isSpending, type ShownField } from "~/effects/treasury/expenses/Expense"

export interface InsideReader {
  /** Empty without a session. */
  readonly account: AccountAddress | null
  readonly isReviewer: boolean
  /** What the community publishes of its expenses. */
  readonly shown: ReadonlyArray<ShownField>
}

const CLOSED = ProposalStatus.literals.filter(isClosed)
const SPENDING = ExpenseState.literals.filter(isSpending)

/** A comment below a hidden thread or a withdrawn announcement is hidden with it. */
const isBelowVisible = (sql: Sql) => sql`CASE r.target_type
  WHEN 'thread' THEN (SELECT 1 FROM threads t WHERE t.id = r.target_id AND t.shown = 'hidden') IS NULL
  WHEN 'announcement' THEN (SELECT 1 FROM announcements a WHERE a.id = r.target_id AND a.state = 'published') = 1
  ELSE 1 = 1 END`

/** As `visibleResults` of a vote decides for ballots with their choices. */
const isReasonShown = (sql: Sql, account: AccountAddress | null) => sql`CASE p.results_visibility
  WHEN 'always' THEN 1 = 1
  WHEN 'sealed' THEN ${sql.in("p.status", CLOSED)} AND p.status <> 'uncountable'
  WHEN 'afterVote' THEN ${sql.in("p.status", CLOSED)} OR (SELECT 1 FROM voters v
    WHERE v.proposal_id = p.id AND v.account_address = ${account} AND v.seq IS NOT NULL) = 1
  ELSE ${sql.in("p.status", CLOSED)} END`

/** The community published it, but the reader does not see it whole. */
const isRecord = (sql: Sql, { account, isReviewer, shown }: InsideReader) =>
  isReviewer || !shown.includes("title")
    ? sql`1 = 0`
    : sql`(SELECT 1 FROM expenses r WHERE r.id = e.ref AND ${sql.in("r.state", SPENDING)}${account === null ? sql`` : sql` AND r.account <> ${account}`}) = 1`

const isWhole = (sql: Sql, { account, isReviewer }: InsideReader) =>
  isReviewer ? sql`1 = 1` : sql`(SELECT 1 FROM expenses r WHERE r.id = e.ref AND r.account = ${account}) = 1`

const ofProposal = (sql: Sql) => sql`(SELECT 1 FROM proposals r WHERE r.id = e.ref) = 1`
const ofAnnouncement = (sql: Sql) =>
  sql`(SELECT 1 FROM announcements r WHERE r.id = e.ref AND r.state = 'published') = 1`

export const visibleInside = (sql: Sql, reader: InsideReader) => sql`CASE e.kind
  WHEN 'thread' THEN (SELECT 1 FROM threads r WHERE r.id = e.ref AND r.shown = 'visible') = 1
  WHEN 'comment' THEN (SELECT 1 FROM comments r WHERE r.id = e.ref AND r.shown = 'visible' AND ${isBelowVisible(sql)}) = 1
  WHEN 'proposal' THEN ${ofProposal(sql)}
  WHEN 'reason' THEN (SELECT 1 FROM proposals p WHERE p.id = SUBSTR(e.ref, 1, 12)
    AND ${isReasonShown(sql, reader.account)}) = 1
  WHEN 'announcement' THEN ${ofAnnouncement(sql)}
  WHEN 'expense' THEN ${isRecord(sql, reader)}
  WHEN 'expense-whole' THEN ${isWhole(sql, reader)}
  WHEN 'payout' THEN (SELECT 1 FROM distributions r WHERE r.id = e.ref AND r.finished = 1) = 1
  WHEN 'bond' THEN (SELECT 1 FROM bond_series r WHERE r.id = e.ref AND ${sql.in("r.state", PUBLISHED)}) = 1
  WHEN 'member' THEN (SELECT 1 FROM memberships r JOIN users u ON u.account_address = r.account_address
    WHERE r.community_id = e.community_id AND r.account_address = SUBSTR(e.ref, 14)
      AND r.status IN ('active', 'suspended') AND u.status = 'active') = 1
  WHEN 'request' THEN 1 = 1
  ELSE 1 = 0 END`

export const visibleOnSite = (
  sql: Sql
) => sql`EXISTS (SELECT 1 FROM communities c WHERE c.id = e.community_id AND c.listed = 1)
  AND CASE e.kind
    WHEN 'community' THEN 1 = 1
    WHEN 'proposal' THEN ${ofProposal(sql)}
    WHEN 'announcement' THEN ${ofAnnouncement(sql)}
    ELSE 1 = 0 END`
