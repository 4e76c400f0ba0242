/** The posts that an action on all posts of an author changes, in the order in which they were written. A read model. */
import type { Fragment } from "@effect/sql/Statement"
import { Effect, Schema } from "effect"
import { SITE_OPERATORS } from "~/effects/activity/moderation-log/LogEntry"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql, single } from "~/effects/base/db/statements.server"
import type { PostType } from "~/effects/conversation/discussion/Post"
import { actOf, type BulkKind, PORTION } from "./bulkAction"
import { PostRow, postOf, repliesWhere, threadsWhere } from "./FoundPosts.server"

/** The end of the portion before. */
interface Place {
  readonly id: string
  readonly account: AccountAddress
  readonly kind: BulkKind
  readonly startedAt: number
  readonly afterAt: number
  readonly afterId: string
}

export const makeBulkActionPosts = Effect.gen(function* () {
  const sql = yield* Sql

  /** Entries of the moderation log about a post; `post` is the column with its id. */
  const logged = (type: PostType, post: Fragment, action: "hide" | "show") =>
    sql`FROM moderation_actions l WHERE l.target_id = ${post} AND l.target_type = ${type} AND l.action = ${action}`
  const operatorsHid = (type: PostType, post: Fragment) => sql`(SELECT l.actor ${logged(type, post, "hide")}
    ORDER BY l.created_at DESC, l.id DESC LIMIT 1) = ${SITE_OPERATORS}`

  /** What somebody decided about a post after the order stays as they decided. */
  const isMeant = ({ id, kind, startedAt }: Place, type: PostType, post: Fragment) => {
    const since = (action: "hide" | "show", at: Fragment) =>
      sql`EXISTS (SELECT 1 ${logged(type, post, action)} AND l.created_at > ${at})`
    const started = sql`${startedAt}`
    if (actOf(kind) === "hide") return sql`NOT ${since("show", started)}`
    if (kind === "show-posts") return sql`${operatorsHid(type, post)} AND NOT ${since("hide", started)}`
    return sql`EXISTS (SELECT 1 FROM takedown_posts p JOIN takedowns k ON k.id = p.takedown_id
      WHERE p.post_id = ${post} AND k.undone_by = ${id} AND NOT ${since("hide", sql`p.hidden_at`)})`
  }

  const after = (place: Place, type: PostType, table: "t" | "m") => {
    const { account, afterAt, afterId, kind, startedAt } = place
    const column = (name: string) => sql.literal(`${table}.${name}`)
    return sql`${column("author")} = ${account} AND ${column("created_at")} <= ${startedAt}
      AND (${column("created_at")}, ${column("id")}) > (${afterAt}, ${afterId})
      AND ${column("shown")} = ${actOf(kind) === "hide" ? "visible" : "hidden"}
      AND ${isMeant(place, type, column("id"))}
      ORDER BY ${column("created_at")}, ${column("id")} LIMIT ${PORTION}`
  }
  const next = (place: Place) =>
    findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ ...PostRow.fields, createdAt: Schema.Number }),
      execute: () => sql`SELECT * FROM (
        SELECT * FROM (${threadsWhere(sql, after(place, "thread", "t"))}) of_threads
        UNION ALL SELECT * FROM (${repliesWhere(sql, after(place, "comment", "m"))}) of_replies) posts
        ORDER BY created_at, id LIMIT ${PORTION}`
    })()

  const counts = single({
    Request: Schema.Struct({ account: AccountAddress, act: Schema.Literal("hide", "show") }),
    Result: Schema.Struct({ posts: Schema.Int }),
    execute: ({ account, act }) => {
      const of = (type: PostType, table: "threads" | "comments") =>
        sql`SELECT COUNT(*) FROM ${sql(table)} WHERE author = ${account} AND ${
          act === "hide"
            ? sql`shown = 'visible'`
            : sql`shown = 'hidden' AND ${operatorsHid(type, sql.literal(`${table}.id`))}`
        }`
      return sql`SELECT CAST((${of("thread", "threads")}) + (${of("comment", "comments")}) AS INTEGER) AS posts`
    }
  })

  return {
    /** The next portion, oldest first; empty if nothing is left. */
    next: Effect.fn("BulkActionPosts.next")((place: Place) =>
      Effect.map(next(place), (rows) => rows.map((row) => ({ ...postOf(row), createdAt: row.createdAt })))
    ),
    /** How many posts of an author are visible, or hidden by operators. */
    count: Effect.fn("BulkActionPosts.count")((account: AccountAddress, act: "hide" | "show") =>
      Effect.map(counts({ account, act }), ({ posts }) => posts)
    )
  }
})
