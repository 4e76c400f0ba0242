/** GET /api/announcements/{community}/{number}/file: a signed announcement as the file that /verify checks. */
import { Effect, Option } from "effect"
import { permissions } from "~/effects/access/permissions"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { announcementStatement } from "~/effects/base/text/statement"
import { inside } from "~/effects/communities/communities/inside.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { STATEMENT_SCHEMA, writeSigned } from "~/effects/governance/votes/file/checkStatement"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { AnnouncementCardsRepo } from "../AnnouncementCardsRepo.server"
import { isId, numberOf } from "./announcements.server"

export const announcementFile = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { community, communityRole } = yield* inside
  const cards = yield* AnnouncementCardsRepo
  const number = /^[1-9]\d{0,8}$/.test(params.number ?? "") ? Number(params.number) : 0
  const found = yield* cards.byNumber({ communityId: community.id, account: communityRole.account }, number)
  if (Option.isNone(found) || found.value.signed === null) return yield* new NotThere({})
  const { id, issuer, signed } = found.value
  const { curve, nonce, publicKey, publishAt, signature, body, title } = signed
  const { ours } = yield* Statements
  const text = writeSigned({
    schema: STATEMENT_SCHEMA,
    ...ours,
    statement: announcementStatement({
      networkId: NETWORK_ID,
      community: community.id,
      id,
      issuer,
      title,
      body,
      publishAt,
      nonce
    }),
    digest: signed.digest,
    proof: { publicKey, signature, curve }
  })
  return new Response(text, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${community.slug}-announcement-${number}.json"`
    }
  })
})

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

/**
 * GET /api/announcements/{community}/{number}/files/{file}: for everybody who can read the announcement. Before it is
 * published its id is in the place of the number, and only its issuer gets the file.
 */
export const announcementAttachment = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const found = yield* asked
  if (Option.isNone(found)) return yield* new NotThere({})
  return yield* (yield* Attachments).send({ type: "announcement", id: found.value.id }, params.file ?? "")
})
