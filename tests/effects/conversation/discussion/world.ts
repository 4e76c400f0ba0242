/** A community with people in it, for the tests of this folder. */
import { Effect, Layer, TestClock } from "effect"
import type { Role } from "~/effects/access/Membership"
import { Connections } from "~/effects/activity/live/Connections.server"
import { Live } from "~/effects/activity/live/Live.server"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { CommentEdits } from "~/effects/conversation/discussion/CommentEdits.server"
import { Comments } from "~/effects/conversation/discussion/Comments.server"
import type { CommentTarget } from "~/effects/conversation/discussion/CommentTarget"
import { FollowerNotices } from "~/effects/conversation/discussion/FollowerNotices.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { NewComments } from "~/effects/conversation/discussion/NewComments.server"
import { Posting } from "~/effects/conversation/discussion/Posting.server"
import { PostVersions } from "~/effects/conversation/discussion/PostVersions.server"
import { targetOf } from "~/effects/conversation/discussion/place.server"
import { ThreadEdits } from "~/effects/conversation/discussion/ThreadEdits.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { ThreadsRepo } from "~/effects/conversation/discussion/ThreadsRepo.server"
import { FirstPostDecisions } from "~/effects/conversation/moderation/FirstPostDecisions.server"
import { FirstPosts } from "~/effects/conversation/moderation/FirstPosts.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { Reports } from "~/effects/conversation/moderation/Reports.server"
import { ReportsRepo } from "~/effects/conversation/moderation/ReportsRepo.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { asAccount } from "../../../addresses"
import type { Database } from "../../../databases"
import { world as communities, found, join, OWNER, TODAY } from "../../communities/communities/world"
import { settings } from "../../people/signup/world"
import { member, ORIGIN, visit } from "../../publishing/dashboard/visits"

export { TODAY } from "../../communities/communities/world"
export { ORIGIN, OWNER, visit }

export const HOUR = 3_600_000

export const world = (database: Database) =>
  Layer.mergeAll(
    Threads.Default,
    Layer.provide(Attachments.Default, UploadStore.layerMemory),
    AttachmentsRepo.Default,
    ThreadsRepo.Default,
    Comments.Default,
    NewComments.Default,
    FollowerNotices.Default,
    ThreadEdits.Default,
    CommentEdits.Default,
    PostVersions.Default,
    Follows.Default,
    Marks.Default,
    FirstPosts.Default,
    FirstPostDecisions.Default,
    Moderation.Default,
    Reports.Default,
    ModerationLog.Default,
    ReportsRepo.Default,
    Drafts.Default,
    Live.Default,
    Connections.Default
  ).pipe(
    Layer.provideMerge(Posting.Default),
    Layer.provideMerge(Layer.mergeAll(ActivityLive, Notifications.Default)),
    Layer.provideMerge(settings()),
    Layer.provideMerge(communities(database))
  )

/** Real-looking accounts: the fuzzier the name, the harder to read a failure. */
export const accountOf = (name: string) => asAccount(`account_tdx_2_${name.toLowerCase().replace(/\W/g, "")}`)

/** A person who joined a community long enough ago not to count as new; returns the token of their session. */
export const person = (communityId: string, name: string, role: Role = "member", joinedAt = TODAY - 200 * HOUR) =>
  Effect.gen(function* () {
    const account = role === "owner" ? OWNER : accountOf(name)
    const token = yield* member(account, name)
    yield* join(communityId, account, { role, joinedAt })
    return token
  })

/** The community as a request of this session finds it. */
export const insideAs = (communityId: string, token: string | null) =>
  visit(
    `/community/detail/${communityId}/discussion`,
    atParams(communityId, inside),
    token === null ? {} : { token }
  ).pipe(Effect.map(({ value }) => value))

/** Runs a page's program with the id in its address. */
export const atParams = <A, E, R>(id: string, program: Effect.Effect<A, E, R>) =>
  Effect.flatMap(RouteArgs, (args) =>
    Effect.provideService(program, RouteArgs, Object.assign(args, { params: { id } }))
  )

/** Ada writes and Bo replies, with Mo as moderator. */
export const scene = Effect.gen(function* () {
  yield* TestClock.setTime(TODAY)
  const community = yield* found({ slug: "garden", name: "The Garden" })
  const tokens = {
    owner: yield* person(community.id, "Olga Owner", "owner"),
    mo: yield* person(community.id, "Mo Derator", "moderator"),
    ada: yield* person(community.id, "Ada Main"),
    bo: yield* person(community.id, "Bo Neighbour")
  }
  const as = (name: keyof typeof tokens | null) => insideAs(community.id, name === null ? null : tokens[name])
  return { community, tokens, as }
})

export const post = (text = "The seam is wet.", title = "The north tank leaks") => ({
  title,
  body: text,
  category: "idea" as const
})

/** Ada's thread, as something to comment on. */
export const startThread = (as: Effect.Effect.Success<typeof scene>["as"], form = post()) =>
  Effect.gen(function* () {
    const newThreads = yield* ThreadEdits
    const threads = yield* Threads
    const ada = yield* as("ada")
    const number = yield* newThreads.start(ada, form, null)
    const thread = yield* threads.row(ada, number)
    return { number, thread, target: targetOf(ada, thread) satisfies CommentTarget }
  })
