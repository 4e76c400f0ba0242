/**
 * Many rows of everything: copies of the model rows, each with keys and times of its own, written by the database
 * itself in one statement per table. The same text on SQLite and Postgres.
 */
import { OPENS } from "../../../tests/effects/governance/votes/world"
import { AHEAD, CENTURY, COMMUNITY, HOUR, ME, PROPOSAL, RUN, SERIES, SLUG, THREAD } from "./names"
import { sums } from "./vote"
import type { Copies } from "./written"

const MINUTE = 60_000
/** docs/product/communities.md: rows of one payout, people in one batch. */
const MOST_ROWS = 10_000
const BATCH = 40
/** People create series of a community by hand. */
const MOST_SERIES = 200
/** What one person has of anything, however much there is of it. */
const OWN = 40

/** Twelve characters of our base32 alphabet (without 0, 1, 8, 9). */
const idOf = (prefix: string, n = "i") => {
  const digits = ["0a", "1b", "8c", "9d"].reduce(
    (text, [from, to]) => `replace(${text}, '${from}', '${to}')`,
    `CAST(10000000 + ${n} AS TEXT)`
  )
  return `'${prefix.padEnd(4, "x")}' || ${digits}`
}
const numbered = (text: string) => `'${text}' || CAST(i AS TEXT)`
const after = (start: number) => `${start} + i * ${MINUTE}`
const next = "i + 1"
const at = after(OPENS)
const ahead = after(AHEAD)
const somebody = numbered("account_tdx_2_m")

const people = (rows: number): ReadonlyArray<Copies> => [
  {
    table: "users",
    many: rows,
    values: {
      account_address: somebody,
      username: numbered("Member "),
      username_key: numbered("member "),
      email: numbered("m"),
      email_key: numbered("m")
    }
  },
  {
    table: "memberships",
    many: rows,
    values: {
      account_address: somebody,
      role: "'member'",
      weight: "i % 10",
      joined_at: at,
      name_key: numbered("member ")
    }
  },
  {
    table: "communities",
    many: rows,
    values: {
      id: idOf("comm"),
      slug: numbered("group-"),
      name: numbered("Group "),
      name_key: numbered("group "),
      stage: "'live'",
      owner_address: somebody,
      admin_account: "NULL",
      member_count: "i % 1000",
      active_at: at,
      created_at: at
    }
  },
  { table: "community_tags", many: rows, values: { community_id: idOf("comm") } },
  {
    table: "memberships",
    many: OWN,
    of: `account_address = '${ME}'`,
    values: { community_id: idOf("comm"), role: "'member'", joined_at: at }
  }
]

const talk = (rows: number): ReadonlyArray<Copies> => [
  { table: "threads", many: rows, values: { id: idOf("thre"), number: next, last_activity_at: at } },
  { table: "comments", many: rows, values: { id: idOf("comm"), seq: next, root_seq: next, author: somebody } },
  { table: "activity_events", many: rows, values: { seq: next, at } },
  {
    table: "notifications",
    many: rows,
    values: {
      id: `'aaaaaaaa' || ${idOf("note")}`,
      merge_key: numbered("n"),
      created_at: at,
      read_at: "CASE WHEN i % 2 = 0 THEN 1 ELSE NULL END"
    }
  },
  { table: "announcements", many: rows, values: { id: idOf("anno"), number: next, publish_at: at } },
  { table: "moderation_actions", many: rows, values: { id: idOf("mode"), created_at: at } },
  {
    table: "reports",
    many: rows,
    values: {
      id: idOf("repo"),
      reporter: somebody,
      created_at: at,
      status: `CASE WHEN i <= ${OWN} THEN 'open' ELSE 'upheld' END`
    }
  }
]

const slim = { body: "''", search_text: "''", frozen: "NULL", proposal_digest: "NULL" }
const tally = JSON.stringify({
  ...sums(1),
  quorumReached: true,
  thresholdReached: false,
  outcome: "failed",
  winners: [],
  tied: [],
  rounds: [],
  words: "It did not pass."
})
export const votes = (rows: number): ReadonlyArray<Copies> => [
  {
    table: "proposals",
    many: rows / 2,
    of: `id = '${PROPOSAL}'`,
    // Open votes close later than now: a job would close the others within the minute.
    values: { ...slim, snapshot: "NULL", id: idOf("open"), number: next, sort_at: ahead, closes_at: ahead }
  },
  {
    table: "proposals",
    many: rows / 2,
    of: `id = '${PROPOSAL}'`,
    values: {
      ...slim,
      id: idOf("past"),
      number: `${rows} + i`,
      status: "'failed'",
      tally: `'${tally}'`,
      sort_at: at,
      closed_at: at
    }
  },
  { table: "voters", many: rows, values: { account_address: somebody, seq: next } },
  // A member was eligible in every vote that closed since they joined, and voted in every other one.
  {
    table: "voters",
    many: rows / 2,
    of: `account_address = '${ME}'`,
    values: {
      proposal_id: idOf("past"),
      seq: "CASE WHEN i % 2 = 0 THEN i ELSE NULL END",
      voted_at: `CASE WHEN i % 2 = 0 THEN ${at} ELSE NULL END`
    }
  },
  {
    table: "voters",
    many: OWN,
    of: `account_address = '${ME}' AND proposal_id = '${PROPOSAL}'`,
    values: { proposal_id: idOf("open"), seq: "NULL", voted_at: "NULL", closes_at: ahead }
  },
  { table: "ballots", many: rows, values: { account_address: somebody, seq: next } },
  { table: "ballot_nonces", many: rows, values: { nonce: numbered("n"), used: "1" } }
]

const money = (rows: number): ReadonlyArray<Copies> => [
  { table: "distributions", many: rows, values: { id: idOf("payo"), number: next } },
  {
    table: "distribution_rows",
    many: Math.min(rows, MOST_ROWS) - 1,
    values: { id: `'${RUN}-' || CAST(1000001 + i AS TEXT)`, line: next, account: somebody, chunk: `i / ${BATCH} + 1` }
  },
  {
    table: "distribution_rows",
    many: rows,
    of: "line = 1",
    values: {
      id: numbered("row-"),
      distribution_id: idOf("payo", `(i / ${BATCH} + 1)`),
      line: `i % ${BATCH}`,
      account: somebody
    }
  },
  { table: "distribution_chunks", many: MOST_ROWS / BATCH - 1, values: { n: next } },
  { table: "distribution_chunks", many: rows, of: "n = 1", values: { distribution_id: idOf("payo") } },
  { table: "claims", many: rows, values: { id: idOf("clai"), account: somebody, available_at: at } },
  { table: "claims", many: OWN, of: `account = '${ME}'`, values: { id: idOf("mine"), available_at: at } },
  { table: "ledger_records", many: rows, values: { tx_id: numbered("txid_"), state_version: "7 + i", at } },
  { table: "treasury_movements", many: rows, values: { tx_id: numbered("txid_"), state_version: "7 + i", at } },
  ...["", "mine"].map((own) => ({
    table: "prepared_transactions",
    many: own === "" ? rows : OWN,
    of: "idempotency_key = 'claim:one'",
    values: {
      id: idOf(own === "" ? "step" : own),
      idempotency_key: numbered(`claim:${own}`),
      fingerprint: numbered("f"),
      tx_id: numbered(`txid_${own}`),
      created_at: at,
      ...(own === "" ? { account: somebody } : {})
    }
  }))
]

const bonds = (rows: number): ReadonlyArray<Copies> => [
  ...[COMMUNITY, ""].map((where) => ({
    table: "bond_series",
    many: where === "" ? rows : MOST_SERIES,
    of: `id = '${SERIES}'`,
    values: {
      id: idOf(where === "" ? "seri" : "here"),
      // Series that share a reserve are read together, and are created by hand as well.
      ...(where === "" ? { community_id: idOf("comm"), reserve_account: numbered("account_tdx_2_r") } : {}),
      code: numbered("NFC-"),
      sale_opens_at: `${OPENS} - i * ${MINUTE}`,
      sale_closes_at: at,
      matures_at: after(AHEAD + 9_000 * HOUR),
      state: "CASE i % 5 WHEN 0 THEN 'open' WHEN 1 THEN 'redeemed' ELSE 'active' END"
    }
  })),
  { table: "bond_coupons", many: rows, values: { series_id: idOf("seri") } },
  {
    table: "bond_orders",
    many: rows,
    values: {
      id: idOf("orde"),
      account: somebody,
      seq: next,
      created_at: at,
      state: "CASE i % 5 WHEN 0 THEN 'signed' WHEN 1 THEN 'lapsed' ELSE 'settled' END"
    }
  },
  {
    table: "bond_orders",
    many: OWN,
    of: `account = '${ME}'`,
    values: { id: idOf("mine"), created_at: at, seq: "NULL" }
  },
  // Its holders redeem it: most have been paid, the others wait.
  {
    table: "bond_orders",
    many: rows,
    of: "id = 'orderaaaaaaa'",
    values: {
      id: idOf("asks"),
      direction: "'redeem'",
      account: somebody,
      seq: `${rows + 1} + i`,
      created_at: at,
      state: "CASE i % 5 WHEN 0 THEN 'signed' ELSE 'settled' END"
    }
  },
  {
    table: "bond_receipts",
    many: rows,
    of: "id = 'receiptaaaaa'",
    values: {
      id: idOf("paid"),
      order_id: idOf("asks"),
      kind: "'redemption'",
      number: numbered("P-"),
      settled_at: at,
      account: somebody
    }
  },
  ...["", "mine"].map((own) => ({
    table: "bond_receipts",
    many: own === "" ? rows : OWN,
    of: "id = 'receiptaaaaa'",
    values: {
      id: idOf(own === "" ? "rece" : own),
      order_id: idOf(own === "" ? "orde" : own),
      number: numbered(`R-${own}`),
      settled_at: at,
      ...(own === "" ? { account: somebody } : {})
    }
  }))
]

export const copies = (rows: number) => [people, talk, votes, money, bonds].flatMap((part) => part(rows))

/** Counters that services maintain as they write. */
export const counters = (rows: number): ReadonlyArray<string> => [
  `UPDATE communities SET member_count = ${rows + 1}, activity_seq = ${rows + 1}, thread_count = ${rows + 1},
    proposal_seq = ${2 * rows}, announcement_seq = ${rows + 1}, distribution_seq = ${rows + 1} WHERE slug = '${SLUG}'`,
  `UPDATE conversations SET comment_count = ${rows + 1}, last_seq = ${rows + 1} WHERE target_id = '${THREAD}'`,
  `UPDATE vote_tallies SET seq = ${rows + 1}, sums = '${JSON.stringify(sums(rows + 1))}' WHERE proposal_id = '${PROPOSAL}'`,
  `UPDATE bond_series SET order_seq = ${2 * rows + 1}, receipt_seq = ${rows + 1}, payment_seq = ${rows},
    units = ${2 * rows}, sold = ${2 * rows}, settled_units = ${2 * rows}, redeemed_units = ${rows},
    last_redeemed_at = ${OPENS + rows * MINUTE}, longest_wait_ms = ${HOUR} WHERE id = '${SERIES}'`,
  // Gives the leases of the minute's jobs to another server, since the jobs would change what is measured.
  `UPDATE leases SET holder = 'a goal', leased_until = ${OPENS + CENTURY}`,
  `UPDATE public_counts SET value = ${rows + 1}`,
  `UPDATE distributions SET rows_total = ${Math.min(rows, MOST_ROWS)} WHERE id = '${RUN}' AND community_id = '${COMMUNITY}'`
]
