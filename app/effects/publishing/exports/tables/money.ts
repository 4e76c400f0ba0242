import type { EscrowPurpose } from "~/effects/treasury/escrow/Escrow"
import type { ExportedTable } from "../table"

/** Payouts, bonds and ledger records of the community. */
/** States of an escrow as this format has named them since its first version. */
const state = "CASE e.state WHEN 'funded' THEN 'parked' WHEN 'refunding' THEN 'returning' ELSE e.state END"
const renamed = "e.address AS parked, e.signer_rule AS kept, e.funded_at AS parked_at"

/** Escrows under the names of this format. */
const escrowsOf = (purposes: ReadonlyArray<EscrowPurpose>) =>
  `(SELECT e.id, e.community_id, e.subject_id AS distribution_id, e.subject_id AS series_id,
    CASE e.purpose WHEN 'bondSale' THEN 'buy' ELSE 'redeem' END AS direction, e.account, e.digest, e.resource, e.total,
    e.fees, e.treasury, e.locker, e.batches, e.orders, e.paid, e.paid AS handed, e.spent, e.returned, e.returned_fees,
    e.ended_at, ${state} AS state, ${renamed}
    FROM escrows e WHERE e.purpose IN (${purposes.map((purpose) => `'${purpose}'`).join(", ")})) AS exported`

const sumOf = (column: string) => `COALESCE(e.${column}, '0') AS ${column}`
const budgetsWithEscrow = `(SELECT b.community_id, b.number, b.account, b.title, b.resource, b.symbol, b.total, b.most, b.payments,
    b.until_at, b.treasury, b.digest, b.fees, b.proposal_id, COALESCE(e.batches, 0) AS made, e.ended_at,
    ${["paid", "spent", "returned", "returned_fees"].map(sumOf).join(", ")}, COALESCE(${state}, b.state) AS state, ${renamed}
    FROM budgets b LEFT JOIN escrows e ON e.id = b.id) AS exported`

export const moneyTables: ReadonlyArray<ExportedTable> = [
  {
    name: "distributions",
    from: "distributions",
    columns: [
      "number",
      "account",
      "purpose",
      "title",
      "note",
      "resource",
      "symbol",
      "source",
      "rule",
      "rhythm",
      "mode",
      "total",
      "remainder",
      "digest",
      "proposal_id",
      "recover_after",
      "state",
      "started_at",
      "finished_at"
    ],
    json: ["rule", "rhythm"],
    key: "number",
    start: 0
  },
  {
    name: "parked-payouts",
    from: escrowsOf(["payout"]),
    columns: [
      "distribution_id",
      "account",
      "digest",
      "resource",
      "total",
      "fees",
      "treasury",
      "parked",
      "locker",
      "kept",
      "state",
      "paid",
      "spent",
      "returned",
      "returned_fees",
      "parked_at",
      "ended_at"
    ],
    key: "distribution_id",
    start: ""
  },
  {
    name: "parked-bonds",
    from: escrowsOf(["bondSale", "bondRedemption"]),
    columns: [
      "id",
      "series_id",
      "direction",
      "account",
      "digest",
      "resource",
      "total",
      "fees",
      "treasury",
      "parked",
      "kept",
      "state",
      "batches",
      "orders",
      "handed",
      "spent",
      "returned",
      "returned_fees",
      "parked_at",
      "ended_at"
    ],
    key: "id",
    start: ""
  },
  {
    name: "budgets",
    from: budgetsWithEscrow,
    columns: [
      "number",
      "account",
      "title",
      "resource",
      "symbol",
      "total",
      "most",
      "payments",
      "until_at",
      "treasury",
      "digest",
      "fees",
      "proposal_id",
      "kept",
      "parked",
      "state",
      "made",
      "paid",
      "spent",
      "returned",
      "returned_fees",
      "parked_at",
      "ended_at"
    ],
    key: "number",
    start: 0
  },
  {
    name: "budget-payments",
    from: "budget_payments",
    columns: ["id", "n", "account", "amount", "reason", "asked_by", "state", "tx_id", "problem", "created_at"],
    key: "id",
    start: ""
  },
  {
    name: "expenses",
    from: "expenses",
    columns: [
      "number",
      "account",
      "kind",
      "title",
      "resource",
      "symbol",
      "amount",
      "payee",
      "day",
      "category",
      "state",
      "tx_id",
      "created_at"
    ],
    key: "number",
    start: 0
  },
  {
    name: "keeper-acts",
    from: "approval_requests",
    columns: [
      "number",
      "kind",
      "payload",
      "digest",
      "account",
      "state",
      "signers",
      "tx_id",
      "decided_at",
      "created_at"
    ],
    json: ["payload", "signers"],
    key: "number",
    start: 0
  },
  {
    name: "payments",
    from: "distribution_rows",
    columns: ["id", "line", "account", "amount", "note", "state", "error", "chunk", "due_at", "tx_id"],
    key: "id",
    start: ""
  },
  {
    name: "transactions",
    from: "ledger_records",
    columns: ["tx_id", "kind", "related", "status", "state_version", "fee", "at"],
    key: "tx_id",
    start: ""
  },
  {
    name: "bonds",
    from: "bond_series",
    columns: [
      "id",
      "code",
      "state",
      "name",
      "purpose",
      "variant",
      "currency",
      "symbol",
      "face_value",
      "issue_price",
      "units",
      "coupon_rate_pct",
      "coupon_every",
      "audience",
      "min_raise_units",
      "sale_opens_at",
      "sale_closes_at",
      "matures_at",
      "reserve_account",
      "terms_digest",
      "proposal_id",
      "bond_resource",
      "issue_tx_id",
      "sold",
      "settled_units",
      "redeemed_units",
      "ended_reason"
    ],
    key: "id",
    start: "",
    where: "state <> 'draft'"
  },
  {
    name: "bond-receipts",
    from: "bond_receipts",
    columns: [
      "id",
      "series_id",
      "kind",
      "account",
      "units",
      "amount",
      "tx_id",
      "state_version",
      "settled_at",
      "number",
      "check_code"
    ],
    key: "id",
    start: ""
  }
]
