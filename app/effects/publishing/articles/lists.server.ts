/** Data of list pages: only the fields that they show, so that a list does not load whole texts. */
import { Effect } from "effect"
import { groups, summaryOf } from "./Article"
import { Articles } from "./Articles.server"
import { findArticle, searchArticles } from "./find"
import { findQuestions } from "./questions"

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
