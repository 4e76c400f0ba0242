/** Looks up and searches articles. Pure. */
import { type Guide, type Library, type Post, type Summary, summaryOf } from "./Article"

export interface Found {
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
