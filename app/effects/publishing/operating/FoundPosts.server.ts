/**
 * Posts as operators identify them: by the address of their page. A read model across the features that have comments.
 */
import type { Fragment } from "@effect/sql/Statement"
import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { commentPath } from "~/effects/conversation/discussion/CommentTarget"
import { PostType, Shown, TargetType } from "~/effects/conversation/discussion/Post"
import type { ModeratedPost } from "~/effects/conversation/moderation/Moderation"
import { NothingFound, UnclearAddress } from "./errors"

/** Characters of a post that a preview shows. */
const FIRST_LINE = 120

export const PostRow = Schema.Struct({
  id: Schema.String,
  type: PostType,
  author: Schema.String,
  shown: Shown,
  communityId: CommunityId,
  communityName: Schema.String,
  communityVisibility: Schema.String,
  /** What the comment belongs to; a thread belongs to itself. */
  targetType: TargetType,
  title: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.Number)
})
type Row = typeof PostRow.Type

/** `SELECT` of the threads for which a condition on `t` is true, with `created_at`. */
export const threadsWhere = (sql: Sql, condition: Fragment) => sql`SELECT t.id, 'thread' AS type, t.author, t.shown,
    t.community_id, c.name AS community_name, c.visibility AS community_visibility, 'thread' AS target_type, t.title,
    t.number, t.created_at
  FROM threads t JOIN communities c ON c.id = t.community_id WHERE ${condition}`

/** The same of replies, with a condition on `m`. */
export const repliesWhere = (sql: Sql, condition: Fragment) => sql`SELECT m.id, 'comment' AS type, m.author, m.shown,
    m.community_id, c.name AS community_name, c.visibility AS community_visibility, m.target_type,
    COALESCE(t.title, p.title, a.title) AS title, COALESCE(t.number, p.number, a.number) AS number, m.created_at
  FROM comments m JOIN communities c ON c.id = m.community_id
  LEFT JOIN threads t ON m.target_type = 'thread' AND t.id = m.target_id
  LEFT JOIN proposals p ON m.target_type = 'proposal' AND p.id = m.target_id
  LEFT JOIN announcements a ON m.target_type = 'announcement' AND a.id = m.target_id
  WHERE ${condition}`

const PAGES = {
  thread: ["discussion", "thread"],
  proposal: ["proposals", "p"],
  announcement: ["annissued", "a"]
} as const

const pathOf = ({ communityId, number, targetType }: Row) => {
  const [page, parameter] = PAGES[targetType]
  return `/community/detail/${communityId}/${page}?${parameter}=${number ?? 0}`
}

/** One entry in the list of a person's posts. */
const Listed = Schema.Struct({ ...PostRow.fields, createdAt: Schema.Number })

export interface FoundPost {
  readonly communityId: CommunityId
  readonly communityName: string
  readonly isPrivate: boolean
  readonly post: ModeratedPost
}

export const postOf = (row: Row): FoundPost => ({
  communityId: row.communityId,
  communityName: row.communityName,
  isPrivate: row.communityVisibility === "private",
  post: {
    type: row.type,
    id: row.id,
    author: row.author,
    authorRole: null,
    shown: row.shown,
    title: row.title ?? "",
    path: row.type === "thread" ? pathOf(row) : commentPath({ path: pathOf(row) }, row.id)
  }
})

/** Query parameters that identify one reply: in its permanent address and in links to its forms. */
const OF_A_REPLY = ["at", "post"]
/** Query parameters for view and pagination, which do not identify another post. */
const OF_THE_PAGE = new Set(["thread", "p", "a", "do", "after", "before"])
const ID = /^[a-z2-7]{12}$/

interface Named {
  readonly reply: string
  readonly thread: { readonly community: string; readonly number: number } | undefined
}

/** Parses an address: one reply, or else a thread by its number. Returns an explanation if that is ambiguous. */
const readAddress = (text: string): Named | string => {
  const url = URL.canParse(text, "http://own.invalid") ? new URL(text, "http://own.invalid") : undefined
  const { hash = "", pathname = "", searchParams = new URLSearchParams() } = url ?? {}
  const unknown = [...searchParams.keys()].find((name) => !OF_A_REPLY.includes(name) && !OF_THE_PAGE.has(name))
  if (unknown !== undefined)
    return `“${unknown}” in this address is not a known parameter, so the address could refer to another post.`
  const replies = new Set(OF_A_REPLY.flatMap((name) => searchParams.getAll(name)))
  if (hash.startsWith("#c-")) replies.add(hash.slice("#c-".length))
  if (replies.size > 1) return "This address names two replies."
  const [reply = ""] = replies
  if (reply !== "" && !ID.test(reply)) return `“${reply}” in this address is not a reply.`
  const [, community = ""] = /^\/community\/detail\/([a-z2-7]{12})\/discussion$/.exec(pathname) ?? []
  const thread = searchParams.get("thread") ?? ""
  return {
    reply,
    thread: /^[1-9]\d{0,8}$/.test(thread) && community !== "" ? { community, number: Number(thread) } : undefined
  }
}

export class FoundPosts extends Effect.Service<FoundPosts>()("publishing/operating/FoundPosts", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const thread = findOne({
      Request: Schema.Struct({ community: Schema.String, number: Schema.Int }),
      Result: PostRow,
      execute: ({ community, number }) => threadsWhere(sql, sql`t.community_id = ${community} AND t.number = ${number}`)
    })
    const reply = findOne({
      Request: Schema.String,
      Result: PostRow,
      execute: (id) => repliesWhere(sql, sql`m.id = ${id}`)
    })

    /** Threads and replies of one author in all communities. */
    const ofAuthor = (author: string) => sql`${threadsWhere(sql, sql`t.author = ${author}`)}
      UNION ALL ${repliesWhere(sql, sql`m.author = ${author}`)}`
    const newest = findAll({
      Request: Schema.Struct({ author: Schema.String, limit: Schema.Int }),
      Result: Listed,
      execute: ({ author, limit }) => sql`SELECT * FROM (${ofAuthor(author)}) posts
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    })
    /** Counts by kind, then the beginnings of the newest visible posts, in one statement for all authors. */
    const summaries = findAll({
      Request: Schema.Struct({ authors: Schema.Array(Schema.String), limit: Schema.Int }),
      Result: Schema.Struct({
        author: Schema.String,
        type: PostType,
        shown: Shown,
        n: Schema.Int,
        text: Schema.NullOr(Schema.String),
        community: Schema.NullOr(Schema.String)
      }),
      execute: ({ authors, limit }) => sql`
        WITH posts AS (
          SELECT 'thread' AS type, id, author, shown, SUBSTR(title, 1, ${FIRST_LINE}) AS text, community_id, created_at
            FROM threads WHERE ${sql.in("author", authors)}
          UNION ALL SELECT 'comment', id, author, shown, SUBSTR(body, 1, ${FIRST_LINE}), community_id, created_at
            FROM comments WHERE ${sql.in("author", authors)}),
        newest AS (
          SELECT posts.*, ROW_NUMBER() OVER (PARTITION BY author ORDER BY created_at DESC, id DESC) AS place
          FROM posts WHERE shown = 'visible')
        SELECT author, type, shown, CAST(COUNT(*) AS INTEGER) AS n, CAST(NULL AS TEXT) AS text,
          CAST(NULL AS TEXT) AS community, 0 AS place FROM posts GROUP BY author, type, shown
        UNION ALL SELECT p.author, p.type, p.shown, 0, p.text, c.name, p.place
          FROM newest p JOIN communities c ON c.id = p.community_id WHERE p.place <= ${limit}
        ORDER BY author, place, type, shown`
    })
    return {
      /** What each of these authors wrote: counts by kind, and the beginnings of the newest visible posts. */
      summariesOf: Effect.fn("FoundPosts.summariesOf")(function* (authors: ReadonlyArray<string>, limit: number) {
        const all = authors.length === 0 ? [] : yield* summaries({ authors, limit })
        return (author: string) => {
          const rows = all.filter((row) => row.author === author)
          const sum = (test: (row: (typeof rows)[number]) => boolean) =>
            rows.filter(test).reduce((total, { n }) => total + n, 0)
          return {
            threads: sum(({ shown, type }) => shown === "visible" && type === "thread"),
            replies: sum(({ shown, type }) => shown === "visible" && type === "comment"),
            hidden: sum(({ shown }) => shown !== "visible"),
            first: rows.flatMap(({ community, text, type }) =>
              text === null || community === null
                ? []
                : [
                    {
                      what: type === "thread" ? ("thread" as const) : ("reply" as const),
                      text: text.split("\n")[0]?.trim() ?? "",
                      community
                    }
                  ]
            )
          }
        }
      }),
      /** Posts of one author, newest first, including those they removed themselves. */
      by: (author: string, limit: number) =>
        Effect.map(newest({ author, limit }), (rows) =>
          rows.map((row) => ({ ...postOf(row), createdAt: row.createdAt }))
        ),
      /** By the address of a thread's page, or a reply's permanent address. */
      one: Effect.fn("FoundPosts.one")(function* (address: string) {
        const named = readAddress(address.trim())
        if (typeof named === "string") {
          return yield* new UnclearAddress({ why: named, wanted: "a thread's page, or a reply's permanent address" })
        }
        const found =
          named.reply !== ""
            ? yield* reply(named.reply)
            : named.thread === undefined
              ? Option.none<Row>()
              : yield* thread(named.thread)
        return Option.isNone(found) ? yield* new NothingFound({ thing: "post", name: address }) : postOf(found.value)
      })
    }
  })
}) {}
