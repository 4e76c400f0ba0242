/**
 * The public directory on disk. A page of it is read off the index of its order and starts right after the last row of
 * the page before; what narrows it is looked at row by row on the way. Nothing but listed communities is ever selected.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Community } from "~/effects/access/Community"
import type { CommunityCard } from "./cards"
import type { ExploreQuery, Sort } from "./query"
import { wordsOf } from "./search"

/** The closed list of orders: the only names that reach the SQL. */
const orders = {
  active: { column: "active_at", direction: "DESC" },
  newest: { column: "created_at", direction: "DESC" },
  members: { column: "member_count", direction: "DESC" },
  name: { column: "name_key", direction: "ASC" }
} as const satisfies Record<Sort, { readonly column: string; readonly direction: "ASC" | "DESC" }>

const fields = Community.fields
const CardRow = Schema.Struct({
  id: fields.id,
  slug: fields.slug,
  name: fields.name,
  nameKey: Schema.String,
  tagline: fields.tagline,
  logo: fields.logo,
  tags: fields.tags,
  joinPolicy: fields.joinPolicy,
  joinToken: fields.joinToken,
  tokenResource: fields.tokenResource,
  tokenSymbol: fields.tokenSymbol,
  verifiedAt: fields.verifiedAt,
  memberCount: fields.memberCount,
  openProposals: fields.openProposals,
  openSales: fields.openSales,
  activeAt: fields.activeAt,
  createdAt: fields.createdAt
})
type CardRow = typeof CardRow.Type
const columns = `c.id, c.slug, c.name, c.name_key, c.tagline, c.logo, c.tags, c.join_policy, c.join_token, c.token_resource,
  c.token_symbol, c.verified_at, c.member_count, c.open_proposals, c.open_sales, c.active_at, c.created_at`

const cardOf = (row: CardRow): CommunityCard => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  tagline: row.tagline,
  logo: row.logo,
  tags: row.tags,
  joinPolicy: row.joinPolicy,
  joinToken: row.joinToken,
  tokenResource: row.tokenResource,
  tokenSymbol: row.tokenSymbol,
  isVerified: row.verifiedAt !== null,
  members: row.memberCount,
  openProposals: row.openProposals,
  openSales: row.openSales,
  createdAt: row.createdAt
})

const sortValues: Readonly<Record<Sort, (row: CardRow) => string | number>> = {
  active: ({ activeAt }) => activeAt,
  newest: ({ createdAt }) => createdAt,
  members: ({ memberCount }) => memberCount,
  name: ({ nameKey }) => nameKey
}

/** Suggestions are looked for among so many: a rare interest must not cost a walk through the whole directory. */
const LIVELIEST = 200

export type ListQuery = Omit<ExploreQuery, "tab">

export class DirectoryRepo extends Effect.Service<DirectoryRepo>()("effects/DirectoryRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const decode = Schema.decodeUnknown(Schema.Array(CardRow))

    const conditionsOf = (query: ListQuery) => {
      const { column, direction } = orders[query.sort]
      const beyond = sql.literal(direction === "ASC" ? ">" : "<")
      return sql.and([
        sql`c.listed = 1`,
        ...(query.after === null
          ? []
          : [sql`(c.${sql(column)}, c.id) ${beyond} (${query.after.value}, ${query.after.id})`]),
        ...(query.policy === null ? [] : [sql`c.join_policy = ${query.policy}`]),
        ...(query.hasOpenVote ? [sql`c.open_proposals > 0`] : []),
        ...(query.hasOpenSale ? [sql`c.open_sales > 0`] : []),
        ...(query.tags.length === 0
          ? []
          : [
              sql`EXISTS (SELECT 1 FROM community_tags t WHERE t.community_id = c.id AND ${sql.in("t.tag", query.tags)})`
            ]),
        ...wordsOf(query.q).map((word) => sql`c.search_text LIKE ${`%${word}%`}`)
      ])
    }

    /** The statement of one page; tests read its plan. */
    const statement = (query: ListQuery, limit: number) => {
      const { column, direction } = orders[query.sort]
      const way = sql.literal(direction)
      return sql`SELECT ${sql.literal(columns)} FROM communities c WHERE ${conditionsOf(query)}
        ORDER BY c.${sql(column)} ${way}, c.id ${way} LIMIT ${limit}`
    }

    /** One page, and where the next one begins. A search for nothing but signs finds nothing. */
    const page = Effect.fn("DirectoryRepo.page")(function* (query: ListQuery, size: number) {
      if (query.q !== "" && wordsOf(query.q).length === 0) return { cards: [], next: null }
      const rows = yield* statement(query, size + 1).pipe(Effect.flatMap(decode), Effect.orDie)
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      return {
        cards: shown.map(cardOf),
        next: last === undefined || rows.length <= size ? null : { value: sortValues[query.sort](last), id: last.id }
      }
    })

    const Candidate = Schema.Struct({ ...CardRow.fields, interests: Schema.parseJson(Schema.Array(Schema.String)) })
    /** Of the liveliest communities, those that share an interest with the account and do not know it yet. */
    const candidateStatement = (account: string, limit: number) => sql`
      SELECT ${sql.literal(columns)}, u.tags AS interests
      FROM users u CROSS JOIN (SELECT * FROM communities WHERE listed = 1
        ORDER BY active_at DESC, id DESC LIMIT ${LIVELIEST}) c
      WHERE u.account_address = ${account} AND u.status = 'active'
        AND EXISTS (SELECT 1 FROM community_tags t WHERE t.community_id = c.id AND u.tags LIKE '%"' || t.tag || '"%')
        AND NOT EXISTS (
          SELECT 1 FROM memberships m
          WHERE m.community_id = c.id AND m.account_address = u.account_address AND m.status <> 'left')
      ORDER BY c.active_at DESC, c.id DESC LIMIT ${limit}`
    const selectCandidates = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, limit: Schema.Int }),
      Result: Candidate,
      execute: ({ account, limit }) => candidateStatement(account, limit)
    })
    const candidates = Effect.fn("DirectoryRepo.candidates")(function* (account: string, limit: number) {
      const rows = yield* Effect.orDie(selectCandidates({ account, limit }))
      return rows.map((row) => ({
        card: cardOf(row),
        activeAt: row.activeAt,
        shared: row.tags.filter((tag) => row.interests.includes(tag))
      }))
    })

    return { page, statement, candidates, candidateStatement }
  })
}) {}
