/**
 * GET /community/detail/{id}/search and GET /search: ?q=, narrowed by kind, author and time (docs/product/search.md).
 */
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { takeCost } from "~/effects/people/wallet-session/pages/costly.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { ExpenseRulesRepo } from "~/effects/treasury/expenses/ExpenseRulesRepo.server"
import { reviewerHere } from "~/effects/treasury/expenses/reviewing.server"
import { articlesWith } from "../articleHits.server"
import { hitOf, publicHit } from "../hitOf.server"
import { Search, type Wanted } from "../Search.server"
import type { SearchPage } from "../searchPage"
import { insideKinds, insideSearchPath, readSearch, SITE_SEARCH, siteKinds, wordsIn } from "../searchQuery"

type Asked = Pick<Wanted, "others" | "place" | "show">

const pageOf = <E, R>(path: string, kinds: SearchPage["kinds"], asked: Effect.Effect<Asked, E, R>) =>
  Effect.gen(function* () {
    const { request } = yield* RouteArgs
    const read = readSearch(new URL(request.url).searchParams)
    const query = { ...read, kind: read.kind !== null && kinds.includes(read.kind) ? read.kind : null }
    const empty: SearchPage = { path, query, kinds, results: null, problem: null, isBehind: false }
    if (query.q === "") return empty
    const words = wordsIn(query.q)
    if (typeof words === "string") return { ...empty, problem: words }
    yield* takeCost("search")
    const found = yield* (yield* Search).search({ query, kinds, words, ...(yield* asked) })
    return { ...empty, ...found }
  })

export const insideSearch = Effect.gen(function* () {
  const here = yield* inside
  const {
    community,
    communityRole: { account }
  } = here
  const asked = Effect.gen(function* () {
    const { rules } = yield* (yield* ExpenseRulesRepo).overview(community.id, account)
    const { isReviewer } = yield* reviewerHere(here, rules)
    const reader = { account, isReviewer, shown: rules.shown }
    const isAmountShown = rules.shown.includes("amount")
    return {
      place: { inside: { communityId: community.id, reader } },
      others: () => [],
      show: (entry, text, words) => hitOf(entry, text, { words, isAmountShown })
    } satisfies Asked
  })
  return yield* pageOf(insideSearchPath(community.id), insideKinds, asked)
})

export const siteSearch = Effect.gen(function* () {
  const library = yield* Articles
  const who = yield* visitor
  const asked = Effect.succeed({
    place: { inside: null },
    others: (words) => articlesWith(library, words),
    show: (entry, text, words) => publicHit(hitOf(entry, text, { words, isAmountShown: false }), text, who !== null)
  } satisfies Asked)
  return yield* pageOf(SITE_SEARCH, siteKinds, asked)
})
