/**
 * GET /explore/{slug}/picture.png and below: preview pictures of links to a community, a vote or a bond
 * (docs/product/publishing.md). Always shows what a visitor without a session sees.
 */
import { Clock, Effect, Option } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { Limits } from "~/effects/base/limits/Limits.server"
import { peerOf, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { readNumber } from "~/effects/governance/proposals/pages/proposals.server"
import { cardOf } from "~/effects/governance/proposals/view.server"
import { publicCommunity } from "~/effects/publishing/readapi/pages/communities.server"
import { CODE } from "~/effects/treasury/bonds/codes"
import { isPublished } from "~/effects/treasury/bonds/Series"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { rowOf } from "~/effects/treasury/bonds/view.server"
import { bondFacts, communityFacts, type Facts } from "../Facts"
import { Previews, tagOf } from "../Previews.server"
import { proposalFacts } from "../proposalFacts"

/** Seconds. Afterwards the ETag tells whether the picture is unchanged. */
const AGE_S = 60

const isKnown = (header: string | null, tag: string): boolean =>
  (header ?? "").split(",").some((part) => part.trim().replace(/^W\//, "") === tag || part.trim() === "*")

/** Returns 304 without drawing to clients that have the picture. */
const respond = (facts: Facts) =>
  Effect.gen(function* () {
    const { request } = yield* RouteArgs
    const tag = `"${tagOf(facts)}"`
    const headers = { ETag: tag, "Cache-Control": `public, max-age=${AGE_S}` }
    if (isKnown(request.headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers })
    const previews = yield* Previews
    const picture = yield* previews.picture(facts)
    return new Response(request.method === "HEAD" ? null : new Uint8Array(picture), {
      headers: { ...headers, "Content-Type": "image/png", "Content-Length": String(picture.length) }
    })
  })

const withLock = Effect.gen(function* () {
  const limits = yield* Limits
  yield* limits.take({ "preview.address": yield* peerOf })
})

export const communityPicture = Effect.gen(function* () {
  yield* withLock
  return yield* respond(communityFacts(yield* publicCommunity))
})

export const proposalPicture = Effect.gen(function* () {
  yield* withLock
  const { params } = yield* RouteArgs
  const community = yield* publicCommunity
  const repo = yield* ProposalsRepo
  const row = yield* repo.findOrFail(community.id, yield* readNumber(params.n), null)
  const now = yield* Clock.currentTimeMillis
  return yield* respond(proposalFacts(cardOf(row, now), community.name, now))
})

export const bondPicture = Effect.gen(function* () {
  yield* withLock
  const { params } = yield* RouteArgs
  const community = yield* publicCommunity
  const lists = yield* SeriesRepo
  const code = params.code ?? ""
  if (!CODE.test(code)) return yield* new NotThere({})
  const { found } = yield* lists.byCodeWithOthers(community.id, code)
  if (Option.isNone(found) || !isPublished(found.value.state)) return yield* new NotThere({})
  return yield* respond(bondFacts(rowOf(found.value), community.name))
})
