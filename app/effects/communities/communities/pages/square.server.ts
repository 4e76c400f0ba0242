/** GET /community?tag=: the page across all communities. An unknown tag filters nothing. */
import { Clock, Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { newestThreads } from "~/effects/conversation/discussion/newestThreads.server"
import { closingSoon, freshResults } from "~/effects/governance/proposals/lists.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { openSales } from "~/effects/treasury/bonds/publicSeries.server"
import { Communities } from "../Communities.server"

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
