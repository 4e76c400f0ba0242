/** GET /explore: what the directory was asked, and what it answers. */
import { Effect } from "effect"
import { RouteArgs } from "../runtime.server"
import { Tags } from "../tags/Tags.server"
import { visitor } from "../wallet-session/visitor.server"
import { Communities } from "./Communities.server"
import type { ExplorePage } from "./explore"
import { isUnfiltered, readQuery } from "./query"

const SUGGESTIONS = 3

export const explorePage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* visitor
  const tags = (yield* (yield* Tags).all).map(({ name }) => name)
  const query = readQuery(new URL(request.url).searchParams, tags)
  if (query.tab !== "communities") return { query, tags, list: null, suggestions: [] } satisfies ExplorePage
  const communities = yield* Communities
  const list = yield* communities.explore(query)
  const isFront = query.after === null && isUnfiltered(query)
  const suggestions =
    isFront && who !== null && who.profile !== null ? yield* communities.suggestedFor(who.account, SUGGESTIONS) : []
  return { query, tags, list, suggestions } satisfies ExplorePage
})
