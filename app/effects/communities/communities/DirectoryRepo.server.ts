/**
 * Reads the public directory. Each page is read from the index of its order, starting after the last row of the page
 * before; filters are checked row by row. Only listed communities are selected.
 */
import { Effect, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import { CardRow, cardColumns, cardOf } from "./cardRows"
import type { ExploreQuery, Sort } from "./query"

/** All orders: only these names reach the SQL. */
const orders = {
  active: { column: "active_at", direction: "DESC" },
  newest: { column: "created_at", direction: "DESC" },
  members: { column: "member_count", direction: "DESC" },
  name: { column: "name_key", direction: "ASC" }
} as const satisfies Record<Sort, { readonly column: string; readonly direction: "ASC" | "DESC" }>

const sortValues: Readonly<Record<Sort, (row: CardRow) => string | number>> = {
  active: ({ activeAt }) => activeAt,
  newest: ({ createdAt }) => createdAt,
  members: ({ memberCount }) => memberCount,
  name: ({ nameKey }) => nameKey
}

export type ListQuery = Omit<ExploreQuery, "tab">

export class DirectoryRepo extends Effect.Service<DirectoryRepo>()("communities/communities/DirectoryRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
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
        ...containsWords(sql, query.q, "c.search_text")
      ])
    }

    /** The statement of one page; tests read its query plan. */
    const statement = (query: ListQuery, limit: number) => {
      const { column, direction } = orders[query.sort]
      const way = sql.literal(direction)
      return sql`SELECT ${sql.literal(cardColumns)} FROM communities c WHERE ${conditionsOf(query)}
        ORDER BY c.${sql(column)} ${way}, c.id ${way} LIMIT ${limit}`
    }

    /** One page, and the cursor of the next. */
    const page = Effect.fn("DirectoryRepo.page")(function* (query: ListQuery, size: number) {
      const rows = yield* statement(query, size + 1).pipe(Effect.flatMap(decode), Effect.orDie)
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      return {
        cards: shown.map(cardOf),
        next: last === undefined || rows.length <= size ? null : { value: sortValues[query.sort](last), id: last.id }
      }
    })

    return { page, statement }
  })
}) {}
