/** GET /api/announcements/{community}/{number}/file: a signed announcement as the file that /verify checks. */
import { Effect, Option } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { announcementStatement } from "~/effects/base/text/statement"
import { inside } from "~/effects/communities/communities/inside.server"
import { STATEMENT_SCHEMA, writeSigned } from "~/effects/governance/votes/file/checkStatement"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { AnnouncementCardsRepo } from "../AnnouncementCardsRepo.server"

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
