/**
 * GET /community/detail/{id}/search and GET /search: ?q=, narrowed by kind, author and time (docs/product/search.md).
 */
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { treeText } from "~/effects/base/text/markdown/Tree"
import { indexedWords, isBegunBy } from "~/effects/base/text/searchWords"
import { inside } from "~/effects/communities/communities/inside.server"
import { takeCost } from "~/effects/people/wallet-session/pages/costly.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import type { Article, Library } from "~/effects/publishing/articles/Article"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { excerptOf, markedIn } from "~/effects/publishing/search/excerpt"
import { ExpenseRulesRepo } from "~/effects/treasury/expenses/ExpenseRulesRepo.server"
import { reviewerHere } from "~/effects/treasury/expenses/reviewing.server"
import { hitOf, publicHit } from "../hitOf.server"
import { Search, type Wanted } from "../Search.server"
import type { Hit, SearchPage } from "../searchPage"
import { insideKinds, insideSearchPath, readSearch, SITE_SEARCH, siteKinds, wordsIn } from "../searchQuery"

interface Text {
  readonly path: string
  readonly article: Article
  readonly text: string
  readonly words: ReadonlyArray<string>
}

const read = new WeakMap<Library, ReadonlyArray<Text>>()

const textsOf = (library: Library): ReadonlyArray<Text> => {
  const known = read.get(library)
  if (known !== undefined) return known
  const { guides, pages, posts } = library
  const all = [
    ...Object.entries(pages).map(([id, article]) => [id === "verify" ? "/verify" : `/${id}`, article] as const),
    ...[...posts, ...guides].map((article) => [`/resources/${article.id}`, article] as const)
  ].map(([path, article]) => {
    const text = `${article.summary}\n${treeText(article.tree)}`
    return { path, article, text, words: indexedWords(`${article.title}\n${text}`) }
  })
  read.set(library, all)
  return all
}

/** Each word of the question with the words that it may stand for. */
const articlesWith = (library: Library, asked: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Hit> =>
  textsOf(library)
    .filter(({ words }) => asked.every((some) => some.some((word) => isBegunBy(words, [word]))))
    .map(({ article, path, text }) => ({
      key: path,
      over: "Article",
      href: path,
      title: markedIn(article.title, asked.flat()),
      sentence: excerptOf(text, asked.flat()),
      about: [],
      at: Date.parse(article.updated),
      only: null
    }))

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
