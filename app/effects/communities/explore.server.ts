/** GET /explore: what the directory was asked, and what it answers. */
import { Clock, Effect } from "effect"
import { closingSoon } from "../proposals/lists.server"
import { RouteArgs } from "../runtime.server"
import { Tags } from "../tags/Tags.server"
import { visitor } from "../wallet-session/visitor.server"
import { Communities } from "./Communities.server"
import type { ExplorePage } from "./explore"
import { type ExploreQuery, isUnfiltered, readQuery } from "./query"

const SUGGESTIONS = 3
const PAGE = 20 // product 3.5.1

/** Open votes of the directory, by their close; that is also what the pages go on from. */
const votesOf = ({ after }: ExploreQuery) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const from = typeof after?.value === "number" ? { at: after.value, id: after.id } : null
    const cards = yield* closingSoon(null, PAGE + 1, { after: from })
    const last = cards[PAGE - 1]
    const next = cards.length > PAGE && last !== undefined ? { value: last.closesAt, id: last.id } : null
    return { cards: cards.slice(0, PAGE), next, now }
  })

export const explorePage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* visitor
  const tags = (yield* (yield* Tags).all).map(({ name }) => name)
  const query = readQuery(new URL(request.url).searchParams, tags)
  if (query.tab !== "communities") {
    const votes = query.tab === "proposals" ? yield* votesOf(query) : null
    return { query, tags, list: null, votes, suggestions: [] } satisfies ExplorePage
  }
  const communities = yield* Communities
  const list = yield* communities.explore(query)
  const isFront = query.after === null && isUnfiltered(query)
  const suggestions =
    isFront && who !== null && who.profile !== null ? yield* communities.suggestedFor(who.account, SUGGESTIONS) : []
  return { query, tags, list, votes: null, suggestions } satisfies ExplorePage
})
