/** Shared parts of the statements that read proposals for lists. */
import type { SqlClient } from "@effect/sql"
import { personColumns } from "~/effects/people/users/people.server"

/** Columns of a card, from the tables in `cardTables`. */
export const cardColumns = `p.id, p.number, p.community_id, p.author, p.kind, p.title, p.summary, p.vote_type, p.choices,
  p.max_selections, p.seats, p.review_hours, p.opens_at, p.closes_at, p.quorum_pct,
  COALESCE(p.threshold_fraction, CAST(p.threshold_pct AS TEXT)) AS threshold_pct, p.weight_mode,
  p.token_resource, p.min_membership_hours, p.results_visibility, p.status, p.is_delayed, p.snapshot,
  p.proposal_digest, p.tally, p.outcome_note, p.cancelled_reason, p.sort_at, p.closed_at, p.published_at, p.version,
  p.created_at, p.updated_at, ${personColumns}, s.sums, s.head,
  v.weight AS own_weight, v.seq AS own_seq, v.digest AS own_digest, v.choice AS own_choice, v.voted_at AS own_at,
  ob.reason AS own_reason`

/** Joins author, tally and the reader's own vote. A fragment that runs nothing, so it takes `sql` from the caller. */
export const cardTables = (sql: SqlClient.SqlClient, account: string | null) =>
  sql`LEFT JOIN users u ON u.account_address = p.author
      LEFT JOIN vote_tallies s ON s.proposal_id = p.id
      LEFT JOIN voters v ON v.proposal_id = p.id AND v.account_address = ${account ?? ""}
      LEFT JOIN ballots ob ON ob.proposal_id = p.id AND ob.seq = v.seq`
