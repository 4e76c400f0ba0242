/**
 * Moderators decide about first posts. Approval publishes a post as if its author wrote it now: its time, its
 * notifications and its number are those of the approval.
 */
import { Clock, Effect, Either, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must } from "~/effects/access/must"
import { type CommunityRole, permissions } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { makeWritersNow } from "~/effects/conversation/discussion/CommentBatches.server"
import { commentPath } from "~/effects/conversation/discussion/CommentTarget"
import { type FirstPostQueue, type QueuedPost, waitingPath } from "~/effects/conversation/discussion/firstPosts"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { PostId } from "~/effects/conversation/discussion/Post"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { threadPath } from "~/effects/conversation/discussion/place.server"
import { mayModerate } from "~/effects/conversation/discussion/rights"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { personOf } from "~/effects/people/users/people.server"
import { CannotPublish } from "./errors"
import { type QueueRow, WaitingPostsRepo } from "./WaitingPostsRepo.server"

const LISTED = 20
const isPostId = Schema.is(PostId)

const decided = () =>
  new WrongState({ thing: "post", state: "changed, decided or withdrawn meanwhile", action: "this decision" })

/** Why the ordinary way of posting refuses it, for the moderator instead of the author. */
const reasons = {
  NotAllowed: "its author may not write here any more",
  NotThere: "what it replies to is not there any more",
  WrongState: "what it replies to was closed, hidden or removed",
  TooMany: "its author has reached today's limit; it can be published tomorrow",
  KeyReused: "it was published already"
} as const
const cannot = (error: { readonly _tag: keyof typeof reasons }) => new CannotPublish({ why: reasons[error._tag] })

export class FirstPostDecisions extends Effect.Service<FirstPostDecisions>()(
  "conversation/moderation/FirstPostDecisions",
  {
    dependencies: [WaitingPostsRepo.Default, ModerationLog.Default, ThreadEdits.Default, NewComments.Default],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const repo = yield* WaitingPostsRepo
      const threads = yield* ThreadEdits
      const comments = yield* NewComments
      const posting = yield* Posting
      const notifications = yield* Notifications
      const log = yield* ModerationLog
      const { requireMayStillPost } = yield* makeWritersNow

      /** For those who decide; null for everybody else. */
      const queue = Effect.fn("FirstPostDecisions.queue")(function* ({ community, communityRole }: Inside) {
        if (!permissions.moderate(communityRole).ok) return null
        const rows = yield* repo.queue(community.id, LISTED + 1)
        const toTree = posting.toTrees()
        const posts = rows.slice(0, LISTED).map((row): QueuedPost => {
          const { author, authorRole, body, createdAt, id, targetPath, title, type, version } = row
          const verdict = mayModerate(communityRole, { author, authorRole })
          return {
            id,
            type,
            title,
            path: targetPath,
            text: toTree(body, [], `w-${id}-`),
            version,
            createdAt,
            author: personOf(author, row),
            refusal: verdict.ok ? null : explain(verdict)
          }
        })
        const rule = yield* repo.rule(community.id)
        return { rule, posts, hasMore: rows.length > LISTED } satisfies FirstPostQueue
      })

      const find = Effect.fnUntraced(function* (who: Inside, id: string, version: number) {
        yield* must(permissions.moderate(who.communityRole))
        const row = isPostId(id) ? yield* repo.one(who.community.id, id) : undefined
        if (row?.version !== version) return yield* decided()
        yield* must(mayModerate(who.communityRole, row))
        return row
      })

      const authorOf = ({ community, communityRole }: Inside, row: QueueRow) =>
        Effect.gen(function* () {
          const { author: account, authorRole: role, joinedAt, personName: name, status, suspendedUntil } = row
          if (role === null || status === null || joinedAt === null || name === null) {
            return yield* new CannotPublish({ why: "its author is not a member any more" })
          }
          const writerRole: CommunityRole = {
            account,
            hasProfile: true,
            now: yield* Clock.currentTimeMillis,
            community: { ...communityRole.community, stage: community.stage },
            membership: { role, status, joinedAt, suspendedUntil }
          }
          return { writer: { account, name, joinedAt }, communityRole: writerRole }
        })

      const publishThread = Effect.fnUntraced(function* (who: Inside, row: QueueRow) {
        const { communityRole, writer } = yield* authorOf(who, row)
        const { body, category, title } = row
        const communityId = who.community.id
        const number = yield* threads.store(writer, communityId, { body, category, title })
        yield* requireMayStillPost(communityId, [communityRole])
        return threadPath(communityId, number)
      })

      const publishComment = Effect.fnUntraced(function* (who: Inside, row: QueueRow) {
        const own = yield* authorOf(who, row)
        const { body, id, parent, targetId, targetPath, targetType: type, title } = row
        if (type === null || targetId === null || targetPath === null) {
          return yield* Effect.dieMessage(`the waiting reply ${id} has no target`)
        }
        const target = { type, id: targetId, title, path: targetPath }
        const batch = { communityId: who.community.id, target, comments: [{ id, ...own, body, parent, keyed: null }] }
        const [result] = yield* comments.store(batch)
        if (result !== undefined && Either.isLeft(result)) return yield* Effect.fail(result.left)
        return commentPath(target, id)
      })

      const notifyAuthor = (who: Inside, to: string, target: string, text: string) =>
        notifications.notify({
          to: [to],
          type: "role",
          communityId: who.community.id,
          target,
          text,
          importance: "normal"
        })

      /** Publishes the version that the moderator read; returns its address. */
      const approve = Effect.fn("FirstPostDecisions.approve")(function* (who: Inside, id: string, version: number) {
        const path = yield* atomically(sql)(
          Effect.gen(function* () {
            const row = yield* find(who, id, version)
            if (!(yield* repo.take(id, version))) return yield* decided()
            const published = yield* (row.type === "thread" ? publishThread(who, row) : publishComment(who, row)).pipe(
              Effect.catchTags({
                NotAllowed: cannot,
                NotThere: cannot,
                WrongState: cannot,
                TooMany: cannot,
                KeyReused: cannot
              })
            )
            yield* notifyAuthor(who, row.author, published, `Your post in ${who.community.name} was published.`)
            return published
          })
        )
        yield* comments.wake
        return path
      })

      /** The reason goes to the author and into the public log, which does not repeat the title. */
      const refuse = Effect.fn("FirstPostDecisions.refuse")(function* (
        who: Inside,
        id: string,
        version: number,
        reason: string
      ) {
        const row = yield* find(who, id, version)
        const actor = yield* actorOf(who.communityRole, mayModerate(who.communityRole, row))
        if (!(yield* repo.refuse(id, version, reason))) return yield* decided()
        const communityId = who.community.id
        const target = { type: row.type, id, label: "A first post", path: null }
        yield* log.record({ communityId, actor, action: "refuse-post", target, reason })
        const text = `A post of yours in ${who.community.name} was not published: ${reason}`
        yield* notifyAuthor(who, row.author, waitingPath(communityId), text)
      }, atomically(sql))

      return { queue, approve, refuse }
    })
  }
) {}
