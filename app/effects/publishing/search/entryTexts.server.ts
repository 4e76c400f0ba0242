/**
 * The texts that the search knows, by the kind of their entry: a read model across the features that store them. Every
 * kind has the same columns, so that one statement reads those of a page.
 */

import type { Statement } from "@effect/sql"
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Sql } from "~/effects/base/db/statements.server"

export const EntryKind = Schema.Literal(
  "community",
  "thread",
  "comment",
  "proposal",
  "reason",
  "announcement",
  "expense",
  "expense-whole",
  "payout",
  "bond",
  "member",
  "request"
)
export type EntryKind = typeof EntryKind.Type

export const EntryText = Schema.Struct({
  kind: EntryKind,
  ref: Schema.String,
  communityId: CommunityId,
  communityName: Schema.String,
  slug: Schema.String,
  title: Schema.String,
  text: Schema.String,
  /** In its address: a number, a code, an account. */
  name: Schema.String,
  state: Schema.NullOr(Schema.String),
  /** What a comment belongs to; a comment's own id. */
  target: Schema.NullOr(Schema.String),
  amount: Schema.NullOr(Schema.String)
})
export type EntryText = typeof EntryText.Type

/** Titles of these are those of what they belong to. */
const BELOW: ReadonlySet<EntryKind> = new Set(["comment", "reason"])
export const hasOwnTitle = (kind: EntryKind): boolean => !BELOW.has(kind)

interface Table {
  readonly from: string
  readonly ref: string
  /** Of an entry whose reference has two parts, joined by `-`. */
  readonly where?: (sql: Sql, refs: ReadonlyArray<string>) => Statement.Fragment
  readonly community?: string
  readonly title: string
  readonly text: string
  readonly name: string
  readonly state?: string
  readonly target?: string
  readonly amount?: string
}

/** References of two parts are compared as two columns, for which there is an index. */
const pairs = (first: string, second: string, isNumber: boolean) => (sql: Sql, refs: ReadonlyArray<string>) =>
  sql.or(
    refs.map((ref) => {
      const [one = "", other = ""] = ref.split("-")
      return sql`(${sql.literal(first)} = ${one} AND ${sql.literal(second)} = ${isNumber ? Number(other) : other})`
    })
  )

const ofExpense = {
  from: "expenses r",
  ref: "r.id",
  title: "r.title",
  name: "CAST(r.number AS TEXT)",
  state: "r.state",
  amount: "r.amount || ' ' || r.symbol"
}

const tables: Readonly<Record<EntryKind, Table>> = {
  community: {
    from: "communities r",
    ref: "r.id",
    community: "r.id",
    title: "r.name",
    text: "r.tagline || '\n' || r.description || '\n' || r.tags",
    name: "r.slug"
  },
  thread: {
    from: "threads r",
    ref: "r.id",
    title: "r.title",
    text: "r.body",
    name: "CAST(r.number AS TEXT)",
    state: "r.state"
  },
  comment: {
    from: `comments r
      LEFT JOIN threads t ON r.target_type = 'thread' AND t.id = r.target_id
      LEFT JOIN proposals p ON r.target_type = 'proposal' AND p.id = r.target_id
      LEFT JOIN announcements a ON r.target_type = 'announcement' AND a.id = r.target_id`,
    ref: "r.id",
    title: "COALESCE(t.title, p.title, a.title, '')",
    text: "r.body",
    name: "CAST(COALESCE(t.number, p.number, a.number, 0) AS TEXT)",
    target: "r.target_type"
  },
  proposal: {
    from: "proposals r",
    ref: "r.id",
    title: "r.title",
    text: "r.summary || '\n' || r.body",
    name: "CAST(r.number AS TEXT)",
    state: "r.status"
  },
  reason: {
    from: "ballots r JOIN proposals p ON p.id = r.proposal_id",
    ref: "r.proposal_id || '-' || r.seq",
    where: pairs("r.proposal_id", "r.seq", true),
    community: "p.community_id",
    title: "p.title",
    text: "r.reason",
    name: "CAST(p.number AS TEXT)",
    state: "p.status"
  },
  announcement: {
    from: "announcements r",
    ref: "r.id",
    title: "r.title",
    text: "r.body",
    name: "CAST(COALESCE(r.number, 0) AS TEXT)"
  },
  expense: { ...ofExpense, text: "''" },
  "expense-whole": { ...ofExpense, text: "r.words" },
  payout: {
    from: "distributions r",
    ref: "r.id",
    title: "r.title",
    text: "r.note",
    name: "CAST(r.number AS TEXT)",
    state: "r.state",
    amount: "r.total || ' ' || r.symbol"
  },
  bond: {
    from: "bond_series r",
    ref: "r.id",
    title: "r.name",
    text: "r.code || '\n' || r.purpose",
    name: "r.code",
    state: "r.state"
  },
  member: {
    from: "memberships r JOIN users u ON u.account_address = r.account_address",
    ref: "r.community_id || '-' || r.account_address",
    where: pairs("r.community_id", "r.account_address", false),
    title: "u.username",
    text: "''",
    name: "r.account_address",
    state: "r.role"
  },
  request: {
    from: "approval_requests r",
    ref: "r.id",
    title: "r.kind",
    text: "r.payload",
    name: "CAST(r.number AS TEXT)",
    state: "r.state"
  }
}

const textsOf = (sql: Sql, kind: EntryKind, refs: ReadonlyArray<string>) => {
  const {
    amount = "NULL",
    community = "r.community_id",
    from,
    name,
    ref,
    state = "NULL",
    target = "NULL",
    text,
    title,
    where
  } = tables[kind]
  return sql`SELECT '${sql.literal(kind)}' AS kind, ${sql.literal(ref)} AS ref, c.id AS community_id,
      c.name AS community_name, c.slug, ${sql.literal(title)} AS title, ${sql.literal(text)} AS text, ${sql.literal(name)} AS name,
      CAST(${sql.literal(state)} AS TEXT) AS state, CAST(${sql.literal(target)} AS TEXT) AS target,
      CAST(${sql.literal(amount)} AS TEXT) AS amount
    FROM ${sql.literal(from)} JOIN communities c ON c.id = ${sql.literal(community)}
    WHERE ${where === undefined ? sql.in(ref, refs) : where(sql, refs)}`
}

/** The texts of these entries, in any order; those that are gone are missing. */
export const entryTexts = (sql: Sql, entries: ReadonlyArray<{ readonly kind: EntryKind; readonly ref: string }>) => {
  const kinds = EntryKind.literals.filter((kind) => entries.some((entry) => entry.kind === kind))
  const [first, ...further] = kinds.map((kind) =>
    textsOf(
      sql,
      kind,
      entries.flatMap((entry) => (entry.kind === kind ? [entry.ref] : []))
    )
  )
  return first === undefined ? null : further.reduce((all, each) => sql`${all} UNION ALL ${each}`, first)
}
