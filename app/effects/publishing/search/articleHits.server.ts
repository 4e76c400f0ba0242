/** Articles of the site that have the words of a question. They are in memory, so there is no index of them. */
import { treeText } from "~/effects/base/text/markdown/Tree"
import { indexedWords, isBegunBy } from "~/effects/base/text/searchWords"
import type { Article, Library } from "~/effects/publishing/articles/Article"
import { excerptOf, markedIn } from "./excerpt"
import type { Hit } from "./searchPage"

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
export const articlesWith = (library: Library, asked: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Hit> =>
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
