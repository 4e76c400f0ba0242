import type { ExportedTable } from "../table"

/** What the community paid, issued and had written down of the ledger. */
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
    from: "parkings",
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
    from: "bond_parkings",
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
    name: "keeper-acts",
    from: "keeper_acts",
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
