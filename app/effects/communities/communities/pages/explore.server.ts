/** GET /explore: loader of the directory. */
import { Clock, Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { closingSoon } from "~/effects/governance/proposals/lists.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import { salesPage } from "~/effects/treasury/bonds/publicSeries.server"
import { Communities } from "../Communities.server"
import { type ExploreQuery, isUnfiltered, readQuery } from "../query"
import type { ExplorePage } from "./explore"

const SUGGESTIONS = 3
const PAGE = 20 // docs/product/communities.md

/** Open votes and sales are paged by their close. */
const fromClose = ({ after }: ExploreQuery) =>
  typeof after?.value === "number" ? { at: after.value, id: after.id } : null

/** Open votes of the directory, the next to close first. */
const votesOf = (query: ExploreQuery) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const cards = yield* closingSoon(null, PAGE + 1, { after: fromClose(query) })
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
    const sales = query.tab === "sales" ? yield* salesPage(fromClose(query), PAGE) : null
    return { query, tags, list: null, votes, sales, suggestions: [] } satisfies ExplorePage
  }
  const communities = yield* Communities
  const list = yield* communities.explore(query)
  const isFront = query.after === null && isUnfiltered(query)
  const suggestions =
    isFront && who !== null && who.profile !== null ? yield* communities.suggestedFor(who.account, SUGGESTIONS) : []
  return { query, tags, list, votes: null, sales: null, suggestions } satisfies ExplorePage
})
