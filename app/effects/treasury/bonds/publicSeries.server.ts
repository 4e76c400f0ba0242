/** Public lists of series: open sales in the directory, and the series of one community. */
import { Clock, Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Series } from "./Series"
import { type After, PUBLISHED } from "./SeriesRepo.server"
import { rowOf } from "./view.server"
import type { PublicSale, SeriesRow } from "./views"

const Sale = Schema.Struct({ ...Series.fields, slug: Schema.String, communityName: Schema.String })

/** Sales of all listed communities, the next to close first; the last one is the cursor of the next page. */
export const openSales = Effect.fn("bonds.openSales")(function* (
  limit: number,
  { after = null, tag }: { readonly after?: After | null; readonly tag?: string } = {}
) {
  const sql = yield* Sql
  const find = findAll({
    Request: Schema.Void,
    Result: Sale,
    execute: () => sql`SELECT s.*, c.slug, c.name AS community_name
    FROM bond_series s JOIN communities c ON c.id = s.community_id AND c.listed = 1
    WHERE ${sql.and([
      sql`s.state = 'open'`,
      ...(tag === undefined
        ? []
        : [sql`EXISTS (SELECT 1 FROM community_tags t WHERE t.community_id = s.community_id AND t.tag = ${tag})`]),
      ...(after === null ? [] : [sql`(s.sale_closes_at, s.id) > (${after.at}, ${after.id})`])
    ])}
    ORDER BY s.sale_closes_at, s.id LIMIT ${limit}`
  })
  return (yield* find()).map(
    ({ communityName, slug, ...series }): PublicSale => ({
      ...rowOf(series),
      community: { slug, name: communityName }
    })
  )
})

/** The newest sales of one community. */
export const latestSeries = Effect.fn("bonds.latestSeries")(function* (communityId: CommunityId, limit: number) {
  const sql = yield* Sql
  const find = findAll({
    Request: Schema.String,
    Result: Series,
    execute: (id) => sql`SELECT * FROM bond_series
      WHERE community_id = ${id} AND ${sql.in("state", PUBLISHED)}
      ORDER BY sale_opens_at DESC, id DESC LIMIT ${limit}`
  })
  return (yield* find(communityId)).map((each): SeriesRow => rowOf(each))
})

export const salesPage = Effect.fn("bonds.salesPage")(function* (after: After | null, size: number) {
  const now = yield* Clock.currentTimeMillis
  const rows = yield* openSales(size + 1, { after })
  const last = rows[size - 1]
  const next = rows.length > size && last !== undefined ? { value: last.saleClosesAt, id: last.id } : null
  return { rows: rows.slice(0, size), next, now }
})
