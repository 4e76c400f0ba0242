import type { ExportedTable } from "../table"

/** The community itself: its rules, members, discussions and decisions. */
export const peopleTables: ReadonlyArray<ExportedTable> = [
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
    // Drafts are not exported, and neither are their files.
    name: "attachments",
    from: `(SELECT f.*, CASE f.target_type
        WHEN 'proposal' THEN (SELECT COUNT(*) FROM proposals p WHERE p.id = f.target_id)
        WHEN 'announcement' THEN (SELECT COUNT(*) FROM announcements n WHERE n.id = f.target_id AND n.shown = 1)
        ELSE 1 END AS is_published FROM attachments f) attached`,
    columns: ["id", "target_type", "target_id", "account", "name", "mime", "bytes", "sha256", "created_at"],
    key: "id",
    start: "",
    where: "is_published = 1"
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
    // A tally is stored at the close; no column here reveals the current result of an open vote.
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
    name: "chosen_dates",
    from: "chosen_dates",
    columns: ["proposal_id", "starts_at", "ends_at", "is_days", "called_off_at", "called_off_by", "called_off_reason"],
    key: "proposal_id",
    start: ""
  },
  {
    name: "proposal_templates",
    from: "proposal_templates",
    columns: ["id", "name", "content", "version", "archived_at", "created_at", "updated_at"],
    json: ["content"],
    key: "id",
    start: ""
  },
  {
    name: "delegations",
    from: "delegations",
    columns: ["digest", "delegator AS lender", "delegate", "kinds", "made_at", "until_at", "ended_at", "signed"],
    json: ["signed"],
    key: "digest",
    start: ""
  },
  {
    name: "delegates",
    from: "delegates",
    columns: ["account_address", "statement", "accepts", "uses", "updated_at"],
    key: "account_address",
    start: ""
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
    // Without the secret.
    name: "webhooks",
    from: "webhooks",
    columns: ["id", "url", "events", "paused_at", "created_at"],
    key: "id",
    start: "",
    where: "removed_at IS NULL"
  }
]
