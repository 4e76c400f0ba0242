/**
 * Moderation (docs/product/access.md, docs/product/conversation.md): hides and shows posts, closes, reopens and pins
 * threads. Each action on others' posts is written to the public log in its own transaction. A moderator acts on
 * members, the owner on everybody else, and nobody on a report of their own.
 */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { NewEvent } from "~/effects/activity/activity/ActivityEvent"
import { SITE_OPERATORS } from "~/effects/activity/moderation-log/LogEntry"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { type NotAllowed, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { counted } from "~/effects/base/text/counted"
import { makeModeratedPosts } from "~/effects/conversation/discussion/ModeratedPosts.server"
import { threadPath } from "~/effects/conversation/discussion/place.server"
import { mayClose, mayModerate, mayPin } from "~/effects/conversation/discussion/rights"
import type { ThreadRow } from "~/effects/conversation/discussion/ThreadsRepo.server"
import { type ModeratedPost, nameOf } from "./Moderation"
import { ReportsRepo } from "./ReportsRepo.server"

type ThreadEvent = Extract<NewEvent["type"], "threadClosed" | "threadReopened" | "threadPinned">

const eventOf = (who: Inside, thread: ThreadRow, type: ThreadEvent, data: NonNullable<NewEvent["data"]>): NewEvent => ({
  communityId: who.community.id,
  actor: who.communityRole.account,
  type,
  target: threadPath(who.community.id, thread.number),
  data: { title: thread.title, ...data },
  visibility: "public"
})

const HIDE = { action: "hide", shown: "hidden", doing: "hiding" } as const
const SHOW = { action: "show", shown: "visible", doing: "showing" } as const
type Change = typeof HIDE | typeof SHOW

/** Who acts where: a moderator of the community, or the site's operators. */
export interface Acting {
  readonly communityId: CommunityId
  readonly communityName: string
  readonly actor: AccountAddress | typeof SITE_OPERATORS
}
const actingAs = (
  { community, communityRole }: Inside,
  post: ModeratedPost
): Effect.Effect<Acting & { readonly actor: AccountAddress }, NotAllowed> =>
  Effect.map(actorOf(communityRole, mayModerate(communityRole, post)), (actor) => ({
    communityId: community.id,
    communityName: community.name,
    actor
  }))

/** Posts of one author that the site's operators change together. */
export interface PostIn {
  readonly communityId: CommunityId
  readonly post: ModeratedPost
}

/** The log is public, so it does not repeat a title that was hidden. */
const labelOf = (post: ModeratedPost, action: Change["action"]) =>
  action === "hide" && post.type === "thread" ? "A thread" : nameOf(post)

export class Moderation extends Effect.Service<Moderation>()("conversation/moderation/Moderation", {
  dependencies: [ModerationLog.Default, ReportsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const activity = yield* Activity
    const notifications = yield* Notifications
    const log = yield* ModerationLog
    const moderated = yield* makeModeratedPosts
    const reports = yield* ReportsRepo

    /** Closes or reopens a thread. A moderator's reason is logged; an author needs none. */
    const setOpen = Effect.fn("Moderation.setOpen")(function* (
      who: Inside,
      thread: ThreadRow,
      isOpen: boolean,
      reason: string
    ) {
      const actor = yield* actorOf(who.communityRole, mayClose(who.communityRole, thread))
      const path = threadPath(who.community.id, thread.number)
      yield* atomically(sql)(
        Effect.gen(function* () {
          const state = isOpen ? "open" : "closed"
          const changed = yield* moderated.setThreadState(thread.id, state, isOpen ? null : actor)
          const action = isOpen ? "reopening" : "closing"
          if (!changed) return yield* new WrongState({ thing: "thread", state, action })
          if (thread.author !== actor) {
            const target = { type: "thread", id: thread.id, label: thread.title, path } as const
            const done = isOpen ? "reopen" : "close"
            yield* log.record({
              communityId: who.community.id,
              actor,
              action: done,
              target,
              reason
            })
          }
          const type = isOpen ? "threadReopened" : "threadClosed"
          yield* activity.record(eventOf(who, thread, type, { on: `thread:${thread.id}` }))
        })
      )
    })

    const pin = Effect.fn("Moderation.pin")(function* (who: Inside, thread: ThreadRow, isPinned: boolean) {
      yield* must(mayPin(who.communityRole))
      yield* atomically(sql)(
        Effect.gen(function* () {
          const changed = yield* moderated.setPinned(thread.id, isPinned)
          if (!changed || !isPinned) return
          yield* activity.record(eventOf(who, thread, "threadPinned", {}))
        })
      )
    })

    /** Changes the state and logs it; refused if the post already has that state. */
    const change = Effect.fnUntraced(function* (by: Acting, post: ModeratedPost, to: Change, reason: string) {
      const { id, path, type } = post
      const { action, doing, shown } = to
      const stored = action === "hide" ? reason : null
      const changed = yield* moderated.setShown([post], shown, stored)
      if (changed.size === 0) return yield* new WrongState({ thing: type, state: shown, action: doing })
      const target = { type, id, label: labelOf(post, action), path }
      yield* log.record({ communityId: by.communityId, actor: by.actor, action, target, reason })
    })

    /** Joins the caller's transaction; upholds the open reports about the post. */
    const hideAs = Effect.fnUntraced(function* (by: Acting, post: ModeratedPost, reason: string) {
      const { actor, communityId, communityName } = by
      yield* change(by, post, HIDE, reason)
      yield* reports.settle([post], "upheld", actor, reason)
      const text = `A post of yours in ${communityName} was hidden: ${reason}`
      const target = post.path
      yield* notifications.notify({
        to: [post.author],
        type: "role",
        communityId,
        target,
        text,
        importance: "normal"
      })
      const data = { ...(post.type === "comment" ? { title: post.title } : {}), reason }
      const event = { communityId, target, data, visibility: "public" } as const
      yield* activity.record(
        actor === SITE_OPERATORS
          ? { ...event, actor: null, type: "contentHiddenBySite" }
          : { ...event, actor, type: "contentHidden" }
      )
    })
    const showAs = Effect.fnUntraced(function* (by: Acting, post: ModeratedPost, reason: string) {
      const { actor, communityId } = by
      yield* change(by, post, SHOW, reason)
      const event = {
        communityId,
        target: post.path,
        data: { title: post.title, reason },
        visibility: "public"
      } as const
      yield* activity.record(
        actor === SITE_OPERATORS
          ? { ...event, actor: null, type: "contentShownBySite" }
          : { ...event, actor, type: "contentShown" }
      )
    })

    /**
     * Changes many posts of one author in the caller's transaction and returns those that changed. Each has an entry in
     * the log, which pages show as one (`sumUp`).
     */
    const changeAll = Effect.fn("Moderation.changeAll")(function* (
      partOf: string,
      act: "hide" | "show",
      posts: ReadonlyArray<PostIn>,
      reason: string
    ) {
      const { action, shown } = act === "hide" ? HIDE : SHOW
      const stored = act === "hide" ? reason : null
      const ids = yield* moderated.setShown(
        posts.map(({ post }) => post),
        shown,
        stored
      )
      const changed = posts.filter(({ post }) => ids.has(post.id))
      yield* log.recordAll(
        changed.map(({ communityId, post }) => {
          const target = { type: post.type, id: post.id, label: labelOf(post, action), path: post.path }
          return { communityId, actor: SITE_OPERATORS, action, target, reason, partOf }
        })
      )
      const settled = changed.map(({ post }) => post)
      if (act === "hide") yield* reports.settle(settled, "upheld", SITE_OPERATORS, reason)
      return changed
    })

    /**
     * Writes in each community, once, how many of its posts the action changed. The author is not named: the entries
     * outlast their profile.
     */
    const sumUp = Effect.fn("Moderation.sumUp")(function* (partOf: string, action: "hide" | "show", reason: string) {
      const counts = yield* log.countsOf(partOf)
      yield* log.recordAll(
        counts.map(({ communityId, posts: count }) => {
          const label = `${counted(count, "post")} of one author`
          const target = { type: "posts", id: partOf, label, path: null } as const
          return { communityId, actor: SITE_OPERATORS, action, target, reason }
        })
      )
      for (const { communityId, posts: count } of counts) {
        yield* activity.record({
          communityId,
          actor: null,
          type: action === "hide" ? "contentHiddenBySite" : "contentShownBySite",
          target: `/community/detail/${communityId}/activity?view=moderation`,
          data: { count, reason },
          visibility: "public"
        })
      }
    })

    const hideNow = Effect.fn("Moderation.hideNow")((who: Inside, post: ModeratedPost, reason: string) =>
      Effect.flatMap(actingAs(who, post), (by) => hideAs(by, post, reason))
    )

    const hide = Effect.fn("Moderation.hide")(function* (who: Inside, post: ModeratedPost, reason: string) {
      const by = yield* actingAs(who, post)
      const mayDecide = reports.requireNotFrom(by.actor, post)
      yield* atomically(sql)(Effect.zipRight(mayDecide, hideAs(by, post, reason)))
    })

    const show = Effect.fn("Moderation.show")(function* (who: Inside, post: ModeratedPost, reason: string) {
      const by = yield* actingAs(who, post)
      yield* atomically(sql)(showAs(by, post, reason))
    })

    return {
      hide,
      hideNow,
      show,
      /** For the site's operators, in their transaction. Their rights do not depend on roles. */
      asOperators: {
        hide: (communityId: CommunityId, communityName: string, post: ModeratedPost, reason: string) =>
          hideAs({ communityId, communityName, actor: SITE_OPERATORS }, post, reason),
        show: (communityId: CommunityId, communityName: string, post: ModeratedPost, reason: string) =>
          showAs({ communityId, communityName, actor: SITE_OPERATORS }, post, reason),
        changeAll,
        sumUp
      },
      setOpen,
      pin
    }
  })
}) {}
