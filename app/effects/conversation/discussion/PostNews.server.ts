/** Who is told of a new post: those it names, those who follow the conversation, and the community's activity. */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { type CommentTarget, commentPath } from "./CommentTarget"
import { Follows } from "./Follows.server"
import type { Mention } from "./mentions"
import type { Writer } from "./Posting.server"
import { threadPath } from "./place.server"

interface NewPost {
  readonly id: string
  readonly mentions: ReadonlyArray<Mention>
}

export class PostNews extends Effect.Service<PostNews>()("effects/PostNews", {
  dependencies: [Follows.Default],
  effect: Effect.gen(function* () {
    const activity = yield* Activity
    const notifications = yield* Notifications
    const follows = yield* Follows

    const others = (mentions: ReadonlyArray<Mention>, account: string) =>
      mentions.map((mention) => mention.account).filter((named) => named !== account)

    const tell =
      (communityId: CommunityId, type: "reply" | "mention", to: ReadonlyArray<string>, target: string) =>
      (text: string) =>
        notifications.tell({ to, type, communityId, target, text, importance: "normal" })

    const ofThread = Effect.fn("PostNews.ofThread")(function* (
      { account, name }: Writer,
      communityId: CommunityId,
      { id, mentions, number, title }: NewPost & { readonly number: number; readonly title: string }
    ) {
      const target = threadPath(communityId, number)
      yield* tell(communityId, "mention", others(mentions, account), target)(`${name} mentioned you in “${title}”.`)
      const data = { title, on: `thread:${id}` }
      yield* activity.record({ communityId, actor: account, type: "threadStarted", target, data, visibility: "public" })
    })

    const ofComment = Effect.fn("PostNews.ofComment")(function* (
      { account, name }: Writer,
      communityId: CommunityId,
      on: CommentTarget,
      { id, mentions, seq }: NewPost & { readonly seq: number }
    ) {
      const named = others(mentions, account)
      const followers = yield* follows.followersOf(on, [account, ...named])
      const target = commentPath(on, id)
      yield* tell(communityId, "reply", followers, on.path)(`${name} replied in “${on.title}”.`)
      yield* tell(communityId, "mention", named, target)(`${name} mentioned you in “${on.title}”.`)
      const data = { title: on.title, on: `${on.type}:${on.id}`, seq }
      yield* activity.record({ communityId, actor: account, type: "commented", target, data, visibility: "public" })
    })

    return { ofThread, ofComment }
  })
}) {}
