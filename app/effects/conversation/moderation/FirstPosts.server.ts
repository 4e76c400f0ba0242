/**
 * First posts of members that wait for a moderator, as their authors use them (docs/product/conversation.md#first-posts).
 * They are in a table of their own until they are approved
 * (docs/decisions/0131-store-waiting-posts-outside-of-discussions.md).
 */
import { Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId } from "~/effects/base/text/random.server"
import type { CommentTarget } from "~/effects/conversation/discussion/CommentTarget"
import { type FirstPostRule, MOST_WAITING, type OwnWaitingPost } from "~/effects/conversation/discussion/firstPosts"
import type { CommentForm, ThreadForm } from "~/effects/conversation/discussion/forms"
import { PostId } from "~/effects/conversation/discussion/Post"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { lockOfPosts } from "~/effects/conversation/discussion/PostingLimits.server"
import { TooManyWaiting } from "./errors"
import { type StoredPost, WaitingPostsRepo } from "./WaitingPostsRepo.server"

const isPostId = Schema.is(PostId)

type New = Omit<StoredPost, "createdAt" | "id" | "refusal" | "version">

export class FirstPosts extends Effect.Service<FirstPosts>()("conversation/moderation/FirstPosts", {
  dependencies: [WaitingPostsRepo.Default, Idempotency.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* WaitingPostsRepo
    const posting = yield* Posting
    const once = yield* Idempotency
    const activity = yield* Activity

    /** Whether a post that the caller writes now waits: fewer than the community's number of theirs are published. */
    const mustWait = Effect.fn("FirstPosts.mustWait")(function* ({ community, communityRole, membership }: Inside) {
      const { account } = communityRole
      if (account === null || membership === null || membership.role !== "member") return false
      const rule = Option.getOrNull(yield* repo.ruleFor({ communityId: community.id, account }))
      return rule !== null && rule.published < rule.firstPosts
    })

    const submit = Effect.fnUntraced(function* (who: Inside, post: New, key: string | null) {
      const writer = yield* posting.writer(who)
      yield* posting.requireFit(writer, post.body)
      const { account } = writer
      const communityId = who.community.id
      const write = Effect.gen(function* () {
        yield* withLocks(sql, [lockOfPosts(account)])
        const waiting = (yield* repo.ofAuthor({ communityId, account })).filter(({ refusal }) => refusal === null)
        if (waiting.length >= MOST_WAITING) return yield* new TooManyWaiting()
        const id = yield* randomId()
        yield* repo.insert({ ...post, id, communityId, author: account })
        return id
      })
      return yield* once.run(`waiting:${account}`, key, JSON.stringify([communityId, post]), atomically(sql)(write))
    })

    /** Returns the id of the post that waits. The same idempotency key twice is one post. */
    const submitThread = Effect.fn("FirstPosts.submitThread")((who: Inside, form: ThreadForm, key: string | null) =>
      submit(who, { type: "thread", targetType: null, targetId: null, targetPath: null, parent: "", ...form }, key)
    )

    /** The same for a reply. Fails in a thread that is closed or hidden. */
    const submitComment = Effect.fn("FirstPosts.submitComment")(function* (
      who: Inside,
      { id, path, title, type }: CommentTarget,
      { body, parent }: CommentForm,
      key: string | null
    ) {
      if (type === "thread") {
        const open = yield* sql`SELECT 1 FROM threads WHERE id = ${id} AND state = 'open' AND shown = 'visible'`
        if (open.length === 0) return yield* new WrongState({ thing: "thread", state: "closed", action: "replying" })
      }
      const target = { targetType: type, targetId: id, targetPath: path }
      return yield* submit(who, { type: "comment", ...target, parent, title, category: "general", body }, key)
    })

    /** The caller's own posts that wait or were refused; none for those whose posts never wait. */
    const own = Effect.fn("FirstPosts.own")(function* ({ community, communityRole, membership }: Inside) {
      const { account } = communityRole
      if (account === null || membership === null || membership.role !== "member") return []
      const rows = yield* repo.ofAuthor({ communityId: community.id, account })
      const toTree = posting.toTrees()
      return rows.map(
        ({ body, id, targetPath, ...row }): OwnWaitingPost => ({
          ...row,
          id,
          body,
          path: targetPath,
          text: toTree(body, [], `w-${id}-`)
        })
      )
    })

    const find = Effect.fnUntraced(function* (who: Inside, id: string) {
      const { account } = who.communityRole
      const posts = account === null ? [] : yield* repo.ofAuthor({ communityId: who.community.id, account })
      const found = posts.find((post) => post.id === id)
      if (found === undefined) return yield* new NotThere({ message: "This post was decided or withdrawn." })
      return found
    })

    /** Saves the author's text; a refused post is submitted again. `version` is the one that they read. */
    const edit = Effect.fn("FirstPosts.edit")(function* (
      who: Inside,
      id: string,
      version: number,
      text: { readonly body: string; readonly title?: string; readonly category?: string }
    ) {
      const writer = yield* posting.writer(who)
      yield* posting.requireFit(writer, text.body)
      const before = yield* find(who, id)
      const key = { id, version, account: writer.account, communityId: who.community.id }
      if (before.version !== version || !(yield* repo.save(key, text))) {
        return yield* new WrongState({ thing: "post", state: "changed, decided or withdrawn", action: "editing" })
      }
    })

    const withdraw = Effect.fn("FirstPosts.withdraw")(function* (who: Inside, id: string) {
      const { account } = who.communityRole
      const isGone = account !== null && isPostId(id) && (yield* repo.withdraw(who.community.id, account, id))
      if (!isGone) return yield* new WrongState({ thing: "post", state: "decided or withdrawn", action: "withdrawing" })
    })

    /** Posts already waiting stay in the queue. */
    const setRule = Effect.fn("FirstPosts.setRule")(function* (who: Inside, rule: FirstPostRule) {
      yield* must(permissions.moderate(who.communityRole))
      const communityId = who.community.id
      if ((yield* repo.rule(communityId)) === rule) return
      yield* repo.setRule(communityId, rule)
      yield* activity.record({
        communityId,
        actor: who.communityRole.account,
        type: "settingsChanged",
        target: `/community/detail/${communityId}/activity?view=moderation`,
        data: { what: "which first posts wait for a moderator" },
        visibility: "members"
      })
    }, atomically(sql))

    return { mustWait, submitThread, submitComment, own, find, edit, withdraw, setRule }
  })
}) {}
