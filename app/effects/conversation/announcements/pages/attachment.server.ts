/**
 * GET /api/announcements/{community}/{number}/files/{file}: for everybody who can read the announcement. Before it is
 * published its id is in the place of the number, and only its issuer gets the file.
 */
import { Effect, Option } from "effect"
import { permissions } from "~/effects/access/permissions"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AnnouncementCardsRepo } from "../AnnouncementCardsRepo.server"
import { isId, numberOf } from "./announcements.server"

const asked = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { community, communityRole } = yield* inside
  const { account } = communityRole
  const post = params.number ?? ""
  const number = numberOf(post)
  if (number !== null)
    return yield* (yield* AnnouncementCardsRepo).byNumber({ communityId: community.id, account }, number)
  if (!isId(post) || account === null || !permissions.announce(communityRole).ok) return Option.none()
  return yield* (yield* AnnouncementsRepo).one(community.id, account, post)
})

export const announcementAttachment = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const found = yield* asked
  if (Option.isNone(found)) return yield* new NotThere({})
  return yield* (yield* Attachments).send({ type: "announcement", id: found.value.id }, params.file ?? "")
})
