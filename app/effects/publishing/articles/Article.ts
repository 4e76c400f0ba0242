/** Schemas and types of articles: the front matter of a content file, and what pages show. Isomorphic. */
import { Schema } from "effect"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"

export const SUMMARY_LENGTH = 160

const Id = Schema.String.pipe(Schema.pattern(/^[a-z0-9][a-z0-9-]{0,59}$/))
const Day = Schema.String.pipe(
  Schema.filter(
    (text) =>
      (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) || "expected a day such as 2026-11-20"
  )
)
const Names = Schema.Array(Id)

const head = {
  id: Id,
  title: Schema.NonEmptyString.pipe(Schema.maxLength(80)),
  /** For lists, search engines and link previews. */
  summary: Schema.NonEmptyString.pipe(Schema.maxLength(SUMMARY_LENGTH)),
  date: Day,
  updated: Day,
  author: Schema.NonEmptyString,
  /** Position among articles of its kind, from 1. */
  order: Schema.NumberFromString.pipe(Schema.int(), Schema.positive()),
  /** Roadmap items that the text mentions; until they are released, the page says so. */
  waits: Schema.optionalWith(Names, { default: () => [] })
}

export const groups = ["Start", "Govern", "Fund", "Operate"] as const
export type Group = (typeof groups)[number]

export const PageHead = Schema.Struct(head)
export const PostHead = Schema.Struct({ ...head, tags: Schema.NonEmptyArray(Id) })
export const GuideHead = Schema.Struct({ ...head, group: Schema.Literal(...groups) })
export const RoadmapHead = Schema.Struct({
  ...head,
  now: Schema.Array(Schema.String),
  next: Schema.Array(Schema.String),
  later: Schema.Array(Schema.String),
  done: Schema.Array(Schema.String)
})

/** One item of the roadmap. `done` is the day of its release; absent before it. */
export interface RoadmapItem {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly done?: string | undefined
}

/** Fields of an article that lists show. */
export interface Summary {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly date: string
  readonly minutes: number
}

export interface Article extends Summary {
  readonly updated: string
  readonly author: string
  readonly tree: MarkdownTree
  /** Sections of the text, in order. */
  readonly contents: ReadonlyArray<{ readonly id: string; readonly title: string }>
  /** Roadmap items that the text mentions and that are not released yet. */
  readonly coming: ReadonlyArray<RoadmapItem>
}
export interface Post extends Article {
  readonly kind: "post"
  readonly tags: ReadonlyArray<string>
}
export interface Guide extends Article {
  readonly kind: "guide"
  readonly group: Group
}

export interface Question {
  readonly id: string
  readonly title: string
  readonly answer: MarkdownTree
  /** Title and answer in lower case, for search. */
  readonly words: string
}
export interface QuestionGroup {
  readonly id: string
  readonly title: string
  readonly questions: ReadonlyArray<Question>
}

export const pageIds = ["ourstory", "catalystsuite", "price", "verify", "privacypolicy", "termsandcondition"] as const
export type PageId = (typeof pageIds)[number]

/** All articles, validated and parsed. */
export interface Library {
  readonly pages: Readonly<Record<PageId, Article>>
  /** Newest first. */
  readonly posts: ReadonlyArray<Post>
  /** By group, then in reading order. */
  readonly guides: ReadonlyArray<Guide>
  readonly support: Article & { readonly groups: ReadonlyArray<QuestionGroup> }
  readonly roadmap: Article & Readonly<Record<"now" | "next" | "later" | "done", ReadonlyArray<RoadmapItem>>>
}

export const summaryOf = ({ date, id, minutes, summary, title }: Summary): Summary => ({
  id,
  title,
  summary,
  date,
  minutes
})
