/**
 * Notifies the people whom a new post mentions, and records it in the community's activity. Followers are notified
 * later (FollowerNotices).
 */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { type NewNotification, Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { type CommentTarget, commentPath } from "./CommentTarget"
import type { Mention } from "./mentions"
import type { Writer } from "./Posting.server"
import { threadPath } from "./place.server"

/** Lock that serialises mention notifications per conversation. */
export const lockOfNamed = ({ id, type }: Pick<CommentTarget, "id" | "type">): string => `named:${type}:${id}`

interface NewPost {
  readonly id: string
  readonly mentions: ReadonlyArray<Mention>
}

export class PostNotices extends Effect.Service<PostNotices>()("conversation/discussion/PostNotices", {
  effect: Effect.gen(function* () {
    const activity = yield* Activity
    const notifications = yield* Notifications

    const others = (mentions: ReadonlyArray<Mention>, account: AccountAddress) =>
      mentions.map((mention) => mention.account).filter((named) => named !== account)

    /** Several mentions in one conversation are one entry, which leads to the newest. */
    const ofMention = (
      { account, name }: Writer,
      communityId: CommunityId,
      mentions: ReadonlyArray<Mention>,
      on: Pick<CommentTarget, "id" | "title" | "type"> & { readonly path: string }
    ): NewNotification => ({
      to: others(mentions, account),
      type: "mention",
      communityId,
      target: on.path,
      text: `mentioned you in “${on.title}”.`,
      group: { key: `${on.type}:${on.id}`, account, name },
      importance: "normal"
    })

    const ofThread = Effect.fn("PostNotices.ofThread")(function* (
      writer: Writer,
      communityId: CommunityId,
      { id, mentions, number, title }: NewPost & { readonly number: number; readonly title: string }
    ) {
      const target = threadPath(communityId, number)
      yield* notifications.notify(ofMention(writer, communityId, mentions, { type: "thread", id, title, path: target }))
      const data = { title, on: `thread:${id}` }
      yield* activity.record({
        communityId,
        actor: writer.account,
        type: "threadStarted",
        target,
        data,
        visibility: "public"
      })
    })

    /** Notifies the people whom comments of one conversation mention. */
    const toNamed = (
      communityId: CommunityId,
      on: CommentTarget,
      comments: ReadonlyArray<NewPost & { readonly writer: Writer }>
    ) =>
      notifications.notifyAll(
        comments.map(({ id, mentions, writer }) =>
          ofMention(writer, communityId, mentions, { ...on, path: commentPath(on, id) })
        )
      )

    /** For comments of one conversation, in order; at least one. */
    const ofComments = Effect.fn("PostNotices.ofComments")(function* (
      communityId: CommunityId,
      on: CommentTarget,
      comments: ReadonlyArray<{ readonly author: AccountAddress; readonly id: string; readonly seq: number }>
    ) {
      yield* activity.recordAll(
        communityId,
        comments.map(({ author, id, seq }) => ({
          actor: author,
          type: "commented",
          target: commentPath(on, id),
          data: { title: on.title, on: `${on.type}:${on.id}`, seq },
          visibility: "public"
        }))
      )
    })

    /**
     * Notifies the people whom an edited post mentions for the first time. The editor holds the conversation's mention
     * lock.
     */
    const ofEdit = (
      writer: Writer,
      communityId: CommunityId,
      added: ReadonlyArray<Mention>,
      on: Parameters<typeof ofMention>[3]
    ) => notifications.notify(ofMention(writer, communityId, added, on))

    return { ofThread, toNamed, ofComments, ofEdit }
  })
}) {}
