/** A thread's number in an address, its target for comments, and the storage keys of its drafts. */

import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { NotThere } from "~/effects/base/failures/failures"
import type { CommentTarget } from "./CommentTarget"
import type { ThreadRow } from "./ThreadsRepo.server"

/** The page of one thread. */
export const threadPath = (communityId: CommunityId, number: number): string =>
  `/community/detail/${communityId}/discussion?thread=${number}`

export const discussionPath = (who: Inside): string => `/community/detail/${who.community.id}/discussion`

/** Anything but a number is `NotThere` without a lookup. */
export const readThreadNumber = (text: string): Effect.Effect<number, NotThere> =>
  /^[1-9]\d{0,8}$/.test(text) ? Effect.succeed(Number(text)) : new NotThere({})

export const targetOf = (who: Inside, thread: Pick<ThreadRow, "id" | "number" | "title">): CommentTarget => ({
  type: "thread",
  id: thread.id,
  title: thread.title,
  path: threadPath(who.community.id, thread.number),
  draftPlace: draftPlaces.reply(who, thread.number)
})

export const draftPlaces = {
  thread: (who: Inside) => `thread/${who.community.id}`,
  reply: (who: Inside, number: number) => `reply/${who.community.id}/${number}`
}
