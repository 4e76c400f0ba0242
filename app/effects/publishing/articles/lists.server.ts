/** Data of list pages: only the fields that they show, so that a list does not load whole texts. */
import { Effect } from "effect"
import { type Guide, groups, type Library, type Post, type Summary, summaryOf } from "./Article"
import { Articles } from "./Articles.server"
import { findQuestions } from "./readLibrary.server"

/** Looks up and searches articles. */
interface Found {
  readonly article: Post | Guide
  readonly previous: Summary | null
  readonly next: Summary | null
}

/** An article with the previous and next article of its kind. */
export const findArticle = (library: Library, id: string): Found | undefined => {
  const shelf: ReadonlyArray<Post | Guide> = library.posts.some((post) => post.id === id)
    ? library.posts
    : library.guides
  const at = shelf.findIndex((article) => article.id === id)
  const article = shelf[at]
  if (article === undefined) return undefined
  const neighbour = (index: number) => {
    const found = shelf[index]
    return found === undefined ? null : summaryOf(found)
  }
  return { article, previous: neighbour(at - 1), next: neighbour(at + 1) }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []

/**
 * Rates how well an article matches: two points for each word found in the title, one for each in the summary or the
 * address.
 */
const score = (article: Summary, wanted: ReadonlyArray<string>) => {
  const title = wordsOf(article.title)
  const rest = [...wordsOf(article.summary), ...wordsOf(article.id)]
  const starts = (words: ReadonlyArray<string>, word: string) => words.some((other) => other.startsWith(word))
  return wanted.reduce((sum, word) => sum + (starts(title, word) ? 2 : starts(rest, word) ? 1 : 0), 0)
}

/** Posts and guides that contain words of the query, best match first. */
export const searchArticles = (library: Library, query: string): ReadonlyArray<Summary> => {
  const wanted = [...new Set(wordsOf(query))]
  return [...library.guides, ...library.posts]
    .map((article) => ({ article, points: score(article, wanted) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .map(({ article }) => summaryOf(article))
}

const QUERY_LENGTH = 60

/** A visitor's search text, cut to the length of the search box. */
const queryOf = (text: string | null) => (text ?? "").trim().slice(0, QUERY_LENGTH)

/** Posts, newest first. An unknown tag returns none. */
export const listPosts = (tag: string | null) =>
  Effect.map(Articles, ({ posts }) => ({
    tag,
    tags: [...new Set(posts.flatMap((post) => post.tags))].sort(),
    posts: posts
      .filter((post) => tag === null || post.tags.includes(tag))
      .map((post) => ({ ...summaryOf(post), author: post.author, tags: post.tags }))
  }))

export const listGuides = (typed: string | null) =>
  Effect.map(Articles, (library) => {
    const query = queryOf(typed)
    return {
      query,
      found: query === "" ? [] : searchArticles(library, query),
      groups: groups.map((group) => ({
        group,
        guides: library.guides.filter((guide) => guide.group === group).map(summaryOf)
      }))
    }
  })

/** An article with its neighbours; for an unknown id, the articles that it may have meant. */
export const readArticle = (id: string) =>
  Effect.map(Articles, (library) => {
    const found = findArticle(library, id)
    if (found !== undefined) return { isThere: true as const, ...found }
    const query = queryOf(id.replaceAll("-", " "))
    return { isThere: false as const, query, suggestions: searchArticles(library, query).slice(0, 5) }
  })

export const listQuestions = (typed: string | null) =>
  Effect.map(Articles, ({ support: { coming, groups: all, summary, title } }) => {
    const query = queryOf(typed)
    return {
      title,
      summary,
      coming,
      query,
      groups: findQuestions(all, query).map((group) => ({
        ...group,
        questions: group.questions.map(({ words: _, ...shown }) => shown)
      }))
    }
  })
