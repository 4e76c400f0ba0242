/**
 * Asks the index of the search (base/db/migrations/0122). The databases differ in one condition: SQLite has a table of
 * FTS5, Postgres a vector of words. Both compare beginnings of the words that `searchWords` makes.
 */
import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { EntryKind } from "./entryTexts.server"
import { MOST_RESULTS, type ResultKind } from "./searchQuery"
import { type InsideReader, visibleInside, visibleOnSite } from "./visibleEntries.server"

/** A word of a question, with the words that it may stand for. */
export type AskedWord = ReadonlyArray<string>

export interface Place {
  /** Null for the public site. */
  readonly inside: { readonly communityId: CommunityId; readonly reader: InsideReader } | null
}

export interface Narrowing {
  readonly kind: ResultKind | null
  readonly from: string | null
  /** Unix milliseconds. */
  readonly since: number | null
}
export const everything: Narrowing = { kind: null, from: null, since: null }

/** Entries of each kind of results. Articles are not in the database. */
export const entryKinds: Readonly<Record<ResultKind, ReadonlyArray<EntryKind>>> = {
  communities: ["community"],
  proposals: ["proposal"],
  discussion: ["thread", "comment"],
  reasons: ["reason"],
  requests: ["request"],
  expenses: ["expense", "expense-whole"],
  payouts: ["payout"],
  bonds: ["bond"],
  announcements: ["announcement"],
  members: ["member"],
  articles: []
}
const ON_SITE: ReadonlyArray<EntryKind> = ["community", "proposal", "announcement"]

const Row = Schema.Struct({
  /** `stale` if some texts are not in the index yet. */
  kind: Schema.Union(EntryKind, Schema.Literal("stale")),
  ref: Schema.String,
  author: Schema.String,
  /** Null without a profile. */
  authorName: Schema.NullOr(Schema.String),
  writtenAt: Schema.Number,
  title: Schema.String
})
export interface FoundEntry extends Omit<typeof Row.Type, "kind"> {
  readonly kind: EntryKind
}

export interface Found {
  /** The newest first, `MOST_RESULTS` at most. */
  readonly entries: ReadonlyArray<FoundEntry>
  readonly isMore: boolean
  /** Some texts are not in the index yet. */
  readonly isBehind: boolean
}

/** Words of the index that restrict a search; `searchWords` makes no word with `#`. */
const scopeOf = ({ inside }: Place, { kind }: Narrowing): ReadonlyArray<ReadonlyArray<string>> => [
  ...(inside === null ? [] : [[`#${inside.communityId}`]]),
  ...(kind === null
    ? inside === null
      ? [ON_SITE.map((each) => `#k${each}`)]
      : []
    : [entryKinds[kind].map((each) => `#k${each}`)])
]

interface Asked {
  readonly words: ReadonlyArray<AskedWord>
  readonly place: Place
  readonly narrowing: Narrowing
}

const questionOf = (
  { narrowing, place, words }: Asked,
  quote: (word: string) => string,
  begins: string,
  and: string,
  or: string
) =>
  [
    ...scopeOf(place, narrowing).map((some) => some.map(quote)),
    ...words.map((some) => some.map((word) => `${quote(word)}${begins}`))
  ]
    .map((some) => `(${some.join(or)})`)
    .join(and)

const forSqlite = (asked: Asked) => questionOf(asked, (word) => `"${word}"`, "*", " AND ", " OR ")
const forPostgres = (asked: Asked) => questionOf(asked, (word) => `'${word}'`, ":*", " & ", " | ")
const hasSimilar = ({ words }: Asked) => words.some(({ length }) => length > 1)

export class FoundEntries extends Effect.Service<FoundEntries>()("publishing/search/FoundEntries", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const index = sql.onDialectOrElse({
      pg: () => ({
        from: sql`search_entries e`,
        // The planner adds up what each word may find: of hundreds, everything, so that it would compare every text. It
        // does not look into a subquery, and uses the index.
        matches: (asked: Asked) =>
          hasSimilar(asked)
            ? sql`e.vector @@ (SELECT CAST(${forPostgres(asked)} AS TSQUERY))`
            : sql`e.vector @@ CAST(${forPostgres(asked)} AS TSQUERY)`,
        newest: sql`e.id DESC`
      }),
      orElse: () => ({
        // In this order, so that the index is read backward and only as far as needed.
        from: sql`search_index s CROSS JOIN search_entries e`,
        matches: (asked: Asked) => sql`s.search_index MATCH ${forSqlite(asked)} AND e.id = s.rowid`,
        newest: sql`s.rowid DESC`
      })
    })

    const conditions = (asked: Asked) => {
      const { narrowing, place } = asked
      const { inside } = place
      return sql.and([
        index.matches(asked),
        ...(inside === null
          ? [visibleOnSite(sql)]
          : [sql`e.community_id = ${inside.communityId}`, visibleInside(sql, inside.reader)]),
        ...(narrowing.from === null ? [] : [sql`e.author = ${narrowing.from}`]),
        ...(narrowing.since === null ? [] : [sql`e.written_at >= ${narrowing.since}`])
      ])
    }

    /** The statement, for benchmarks. */
    const statement = (asked: Asked, limit: number) => sql`
      SELECT * FROM (SELECT e.kind, e.ref, e.author, u.username AS author_name, e.written_at, e.title
        FROM ${index.from} LEFT JOIN users u ON u.account_address = e.author AND u.status = 'active'
        WHERE ${conditions(asked)} ORDER BY ${index.newest} LIMIT ${limit}) found
      UNION ALL SELECT * FROM (SELECT 'stale', '', '', CAST(NULL AS TEXT), CAST(0 AS BIGINT), ''
        FROM search_entries WHERE stale = 1 LIMIT 1) stale`

    const decode = Schema.decodeUnknown(Schema.Array(Row))
    const find = Effect.fn("FoundEntries.find")(function* (asked: Asked) {
      const rows = yield* statement(asked, MOST_RESULTS + 1).pipe(Effect.flatMap(decode), Effect.orDie)
      const entries = rows.flatMap(({ kind, ...row }) => (kind === "stale" ? [] : [{ ...row, kind }]))
      const found: Found = {
        entries: entries.slice(0, MOST_RESULTS),
        isMore: entries.length > MOST_RESULTS,
        isBehind: entries.length < rows.length
      }
      return found
    })

    const counts = findAll({
      Request: Schema.Any,
      Result: Schema.Struct({ word: Schema.String, many: Schema.Int }),
      execute: (each: ReadonlyArray<Asked & { readonly word: string }>) => {
        const [first, ...further] = each.map(
          (asked) => sql`SELECT CAST(${asked.word} AS TEXT) AS word, COUNT(*) AS many FROM (
            SELECT 1 AS one FROM ${index.from} WHERE ${conditions(asked)} LIMIT ${MOST_RESULTS + 1}) found`
        )
        return first === undefined
          ? Effect.succeed([])
          : further.reduce((all, next) => sql`${all} UNION ALL ${next}`, first)
      }
    })

    return {
      statement,
      find,
      /** How many results each word has alone, `MOST_RESULTS` + 1 at most. */
      alone: (asked: Asked) =>
        counts(
          asked.words.flatMap((word) => (word[0] === undefined ? [] : [{ ...asked, word: word[0], words: [word] }]))
        )
    }
  })
}) {}
