/**
 * Comments on anything that can be talked about: threads, proposals, announcements. Whoever owns the thing hands over a
 * `CommentTarget`; the rest (limits, mentions, who is told, counters, history) is the same everywhere.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Once } from "~/effects/base/limits/Once.server"
import { randomId } from "~/effects/base/text/random.server"
import { CommentsRepo, type From, type Key } from "./CommentsRepo.server"
import { commentView } from "./commentView.server"
import type { CommentForm } from "./forms"
import { Marks } from "./Marks.server"
import { COMMENTS_PER_PAGE, type CommentsPage, type TargetType } from "./Post"
import { Posting } from "./Posting.server"

export interface CommentTarget {
  readonly type: TargetType
  readonly id: string
  readonly title: string
  /** Where it is shown: a path with a query, to which `&at=…` can be added. */
  readonly path: string
  /**
   * Runs in the transaction before a comment is kept, and refuses where nobody may comment any more. Threads need
   * none: their row is changed and looked at in one statement.
   */
  readonly hold?: Effect.Effect<void, WrongState>
}

/** The permanent address of one comment. */
export const commentPath = (target: Pick<CommentTarget, "path">, id: string): string =>
  `${target.path}&at=${id}#c-${id}`

const keyOf = ({ rootSeq, seq }: { readonly rootSeq: number; readonly seq: number }) => `${rootSeq}.${seq}`
const readKey = (text: string | null): Key | null => {
  const found = /^(\d{1,12})\.(\d{1,12})$/.exec(text ?? "")
  return found === null ? null : { root: Number(found[1]), seq: Number(found[2]) }
}

/** Where an address asks the comments to begin. Whatever is malformed begins at the start. */
export const readFrom = (params: URLSearchParams): From => {
  const after = readKey(params.get("after"))
  const before = readKey(params.get("before"))
  const at = params.get("at")
  if (after !== null) return { after }
  if (before !== null) return { before }
  return at !== null && /^[a-z2-7]{12}$/.test(at) ? { at } : null
}

export class Comments extends Effect.Service<Comments>()("effects/Comments", {
  dependencies: [CommentsRepo.Default, Marks.Default, Once.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* CommentsRepo
    const posting = yield* Posting
    const marks = yield* Marks
    const once = yield* Once
    const activity = yield* Activity
    const notifications = yield* Notifications

    /** One page in reading order, with one statement. */
    const page = Effect.fn("Comments.page")(function* (
      who: Inside,
      target: Pick<CommentTarget, "type" | "id">,
      from: From,
      size = COMMENTS_PER_PAGE
    ) {
      const account = who.standing.account
      const rows = yield* repo.page(target.type, target.id, account, from, size + 1)
      const isBackwards = from !== null && "before" in from
      const hasMore = rows.length > size
      const shown = isBackwards ? rows.slice(0, size).reverse() : rows.slice(0, size)
      const [first] = shown
      const last = shown.at(-1)
      const isStart = from === null || (first?.rootSeq === 1 && first.seq === 1)
      const page: CommentsPage = {
        comments: shown.map((row) => commentView(row, who.standing, posting.toTree)),
        total: first?.total ?? 0,
        lastSeq: first?.lastSeq ?? 0,
        before: first !== undefined && !isStart && (!isBackwards || hasMore) ? keyOf(first) : null,
        after: last !== undefined && (isBackwards || hasMore) ? keyOf(last) : null
      }
      return page
    })

    /** Numbers the comment, counts it, and the person if they are new to the conversation. */
    const count = (target: CommentTarget, communityId: string, account: string, now: number) =>
      Effect.gen(function* () {
        const [conversation] = yield* sql<{ readonly lastSeq: number }>`
          INSERT INTO conversations ${sql.insert({
            targetType: target.type,
            targetId: target.id,
            communityId,
            commentCount: 1,
            peopleCount: 0,
            lastSeq: 1,
            lastAt: now
          })}
          ON CONFLICT (target_type, target_id) DO UPDATE SET comment_count = conversations.comment_count + 1,
            last_seq = conversations.last_seq + 1, last_at = excluded.last_at
          RETURNING last_seq`
        const spoke = yield* sql`SELECT 1 AS found FROM comments
          WHERE target_type = ${target.type} AND target_id = ${target.id} AND author = ${account} LIMIT 1`
        const isNew = spoke.length === 0 ? 1 : 0
        if (isNew === 1) {
          yield* sql`UPDATE conversations SET people_count = people_count + 1
            WHERE target_type = ${target.type} AND target_id = ${target.id}`
        }
        return { seq: conversation?.lastSeq ?? 1, isNew }
      }).pipe(Effect.orDie)

    /** A thread moves up its list; a closed or hidden one takes nothing more. */
    const moveThread = (target: CommentTarget, isNew: number, now: number) =>
      target.type !== "thread"
        ? (target.hold ?? Effect.void)
        : Effect.flatMap(
            Effect.orDie(sql`UPDATE threads SET comment_count = comment_count + 1,
              people_count = people_count + ${isNew}, last_activity_at = ${now}
              WHERE id = ${target.id} AND state = 'open' AND shown = 'visible' RETURNING id`),
            (moved) =>
              moved.length > 0 ? Effect.void : new WrongState({ thing: "thread", state: "closed", action: "replying" })
          )

    const parentOf = (target: CommentTarget, id: string) =>
      Effect.gen(function* () {
        if (id === "") return null
        const [parent] = yield* Effect.orDie(sql<{ readonly rootSeq: number; readonly shown: string }>`
          SELECT root_seq, shown FROM comments
          WHERE id = ${id} AND target_type = ${target.type} AND target_id = ${target.id}`)
        if (parent === undefined) return yield* new NotThere({})
        if (parent.shown !== "visible") {
          return yield* new WrongState({ thing: "comment", state: parent.shown, action: "replying" })
        }
        return parent
      })

    /** Keeps a comment and answers its id. The same key twice is one comment. */
    const add = Effect.fn("Comments.add")(function* (
      who: Inside,
      target: CommentTarget,
      form: CommentForm,
      key: string | null
    ) {
      const writer = yield* posting.writer(who)
      yield* posting.mustFit(writer, form.body)
      const communityId = who.community.id
      const { account, name } = writer

      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* posting.takeOne(writer, communityId, "comments")
        const parent = yield* parentOf(target, form.parent)
        const mentions = yield* posting.mentionsOf(communityId, form.body)
        const { isNew, seq } = yield* count(target, communityId, account, now)
        yield* moveThread(target, isNew, now)
        const id = yield* randomId()
        yield* Effect.orDie(
          sql`INSERT INTO comments ${sql.insert({
            id,
            communityId,
            targetType: target.type,
            targetId: target.id,
            seq,
            rootSeq: parent?.rootSeq ?? seq,
            parentId: parent === null ? null : form.parent,
            author: account,
            body: form.body,
            mentions: JSON.stringify(mentions),
            shown: "visible",
            createdAt: now,
            updatedAt: now
          })}`
        )
        yield* marks.followIfUndecided(account, target)
        yield* marks.markRead(account, target, seq)
        const named = mentions.map((mention) => mention.account).filter((named) => named !== account)
        const followers = yield* marks.followersOf(target, [account, ...named])
        const path = commentPath(target, id)
        yield* notifications.tell({
          to: followers,
          type: "reply",
          communityId,
          target: target.path,
          text: `${name} replied in “${target.title}”.`,
          importance: "normal"
        })
        yield* notifications.tell({
          to: named,
          type: "mention",
          communityId,
          target: path,
          text: `${name} mentioned you in “${target.title}”.`,
          importance: "normal"
        })
        yield* activity.record({
          communityId,
          actor: account,
          type: "commented",
          target: path,
          data: { title: target.title, on: `${target.type}:${target.id}`, seq },
          visibility: "public"
        })
        return id
      })
      return yield* once.run(
        `comment:${account}`,
        key,
        JSON.stringify([target.type, target.id, form]),
        atomically(sql)(write)
      )
    })

    return { page, add }
  })
}) {}
