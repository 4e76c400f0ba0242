/**
 * Statements that may scan or sort, since their data does not grow: each by a text that only it contains, with its
 * bound.
 */
export const small: ReadonlyArray<{ readonly has: string; readonly bound: string }> = [
  { has: "FROM tags ORDER BY position", bound: "thirty interests" },
  { has: "FROM public_counts", bound: "two rows" },
  { has: "'handOver'", bound: "what waits for one person, fifty at most" },
  { has: "THEN 1 ELSE 0 END AS draft, COUNT(*)", bound: "one person's communities" },
  { has: "CASE WHEN c.stage = 'archived'", bound: "one person's communities" },
  { has: "AS coupon_due_at", bound: "the series that one person holds or bought" },
  { has: "'saleCloses'", bound: "three threads; what has a date in one community within thirty days" },
  { has: "u.tags AS interests", bound: "the two hundred liveliest communities" },
  { has: "AS settling_orders", bound: "the first hundred orders in each of three states" },
  { has: "'turnout'", bound: "ten votes, ten proposals, the series of one person's communities" },
  { has: "AS voted FROM (SELECT id", bound: "the part twenty people took in the latest votes" },
  { has: "pinned_until >", bound: "three pinned announcements" },
  { has: "a.tx_id, a.created_at, a.created_at AS key_a", bound: "what signers proposed, on the whole site" },
  { has: "p.expires_at, p.created_at, p.created_at AS key_a", bound: "what signers proposed, on the whole site" },
  { has: "b.state) END AS state, b.created_at, b.created_at AS key_a", bound: "budgets, which are made by hand" },
  { has: "FROM migrations", bound: "a row for each migration" },
  { has: "FROM pragma_database_list", bound: "one file" },
  { has: "FROM leases", bound: "a row for each job" },
  { has: "FROM work_items", bound: "work items that a server works on or that are rescheduled" },
  { has: "FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL", bound: "emails that wait, by their own index" },
  { has: "m.role IN ('owner', 'moderator')", bound: "an owner and ten moderators" }
]
