/**
 * What a whole-community export holds, file by file (docs/product/publishing.md, 3.8.1). Never an e-mail address, a
 * session, a draft, or who read what. Columns are named, so that a column added later is not given out by accident.
 */
export interface ExportedTable {
  /** The file's name without its ending; also its schema, version 1. */
  readonly name: string
  readonly from: string
  readonly columns: ReadonlyArray<string>
  /** Ascending and unique within the community: pages begin after it. */
  readonly key: string
  /** Below every value of the key. */
  readonly start: number | string
  /** Columns that hold JSON as text. */
  readonly json?: ReadonlyArray<string>
  /** More than the community itself to choose by; one of the closed list below. */
  readonly where?: "shown = 1" | "state <> 'draft'"
}

export const exportedTables: ReadonlyArray<ExportedTable> = [
  {
    name: "governance",
    from: "governance_versions",
    columns: ["version", "settings", "changed_by", "created_at"],
    json: ["settings"],
    key: "version",
    start: 0
  },
  {
    name: "members",
    from: "memberships",
    columns: ["account_address", "role", "status", "weight", "joined_at", "suspended_until", "reason"],
    key: "account_address",
    start: ""
  },
  {
    name: "threads",
    from: "threads",
    columns: [
      "id",
      "number",
      "author",
      "title",
      "body",
      "category",
      "state",
      "shown",
      "reason",
      "pinned",
      "comment_count",
      "agree_count",
      "edited_at",
      "created_at"
    ],
    key: "number",
    start: 0
  },
  {
    name: "comments",
    from: "comments",
    columns: [
      "id",
      "target_type",
      "target_id",
      "seq",
      "parent_id",
      "author",
      "body",
      "shown",
      "reason",
      "agree_count",
      "edited_at",
      "created_at"
    ],
    key: "id",
    start: ""
  },
  {
    name: "announcements",
    from: "announcements",
    columns: [
      "id",
      "number",
      "issuer",
      "title",
      "body",
      "importance",
      "publish_at",
      "state",
      "signed",
      "corrected_at",
      "withdrawn_at",
      "withdrawn_reason",
      "read_count"
    ],
    json: ["signed"],
    key: "number",
    start: 0,
    where: "shown = 1"
  },
  {
    name: "proposals",
    from: "proposals",
    // A tally is stored at the close; the standing of an open vote is in no column here (D-12).
    columns: [
      "id",
      "number",
      "author",
      "kind",
      "title",
      "summary",
      "body",
      "vote_type",
      "choices",
      "opens_at",
      "closes_at",
      "quorum_pct",
      "threshold_pct",
      "threshold_fraction",
      "weight_mode",
      "results_visibility",
      "action",
      "signed",
      "status",
      "snapshot",
      "proposal_digest",
      "tally",
      "outcome_note",
      "execution",
      "cancelled_reason",
      "published_at"
    ],
    json: ["choices", "action", "signed", "snapshot", "tally", "execution"],
    key: "number",
    start: 0
  },
  {
    name: "moderation",
    from: "moderation_actions",
    columns: ["id", "actor", "action", "target_type", "target_id", "target_label", "reason", "created_at"],
    key: "id",
    start: ""
  },
  {
    name: "activity",
    from: "activity_events",
    columns: ["seq", "at", "actor", "type", "target", "data", "visibility"],
    json: ["data"],
    key: "seq",
    start: 0
  },
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
    json: ["rule"],
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
    columns: ["id", "line", "account", "amount", "note", "state", "error", "chunk", "tx_id"],
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
