/** GET /api/threads/{community}/{number}/files/{file}: for everybody who can read the thread, checked each time. */
import { Effect } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { readThreadNumber } from "../place.server"
import { seesFiles } from "../rights"
import { Threads } from "../Threads.server"

export const threadFile = Effect.gen(function* () {
  const who = yield* inside
  const { params } = yield* RouteArgs
  const thread = yield* (yield* Threads).row(who, yield* readThreadNumber(params.number ?? ""))
  if (!seesFiles(who.communityRole, thread)) return yield* new NotThere({})
  return yield* (yield* Attachments).send({ type: "thread", id: thread.id }, params.file ?? "")
})
