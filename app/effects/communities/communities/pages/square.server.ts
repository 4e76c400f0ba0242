/** GET /community?tag=: the page across all communities. An unknown tag filters nothing. */
import { Clock, Effect, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { PublicThread } from "~/effects/conversation/discussion/PublicThread"
import { closingSoon, freshResults } from "~/effects/governance/proposals/lists.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { openSales } from "~/effects/treasury/bonds/publicSeries.server"
import { Communities } from "../Communities.server"

const decode = Schema.decodeUnknown(Schema.Array(PublicThread))

/** The newest threads of all listed communities, for the public square, without hidden and removed ones. */
export const newestThreads = Effect.fn("newestThreads")(function* (
  limit: number,
  { tag }: { readonly tag?: string } = {}
) {
  const sql = yield* Sql
  const rows = yield* sql`SELECT t.id, t.number, t.community_id, c.name AS community_name, c.slug, t.title, t.category,
      t.comment_count, t.created_at
    FROM threads t JOIN communities c ON c.id = t.community_id AND c.listed = 1
    WHERE ${sql.and([
      sql`t.shown = 'visible'`,
      ...(tag === undefined
        ? []
        : [sql`EXISTS (SELECT 1 FROM community_tags g WHERE g.community_id = t.community_id AND g.tag = ${tag})`])
    ])}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}`
  return yield* decode(rows)
}, Effect.orDie)

const NEWEST = 6
const VOTES = 10
const THREADS = 10
const SALES = 5

export const squarePage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const tags = (yield* (yield* Tags).all).map(({ name }) => name)
  const asked = new URL(request.url).searchParams.get("tag")
  const tag = tags.find((name) => name === asked) ?? null
  const communities = yield* Communities
  const options = tag === null ? {} : { tag }
  return {
    tag,
    tags,
    now: yield* Clock.currentTimeMillis,
    closing: yield* closingSoon(null, VOTES, options),
    results: yield* freshResults(null, VOTES, options),
    threads: yield* newestThreads(THREADS, options),
    sales: yield* openSales(SALES, options),
    newest: yield* communities.newest(NEWEST, tag === null ? [] : [tag])
  }
})
