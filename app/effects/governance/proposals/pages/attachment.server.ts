/**
 * GET /api/proposals/{community}/{number}/files/{file}: for everybody who can read the proposal. A draft's id instead of
 * the number: for its author, and with `?secret=` for those who have the draft's address.
 */
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { isProposalId } from "~/effects/governance/votes/proposalIdOf"
import { ProposalDrafts } from "../ProposalDrafts.server"
import { Proposals } from "../Proposals.server"
import { readNumber } from "./proposals.server"

const asked = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const { community, communityRole } = yield* inside
  const { account } = communityRole
  const post = params.number ?? ""
  if (!isProposalId(post)) return yield* (yield* Proposals).byNumber(community.id, yield* readNumber(post), account)
  const secret = new URL(request.url).searchParams.get("secret")
  return yield* (yield* ProposalDrafts).find(community.id, post, { account, secret })
})

export const proposalAttachment = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { id } = yield* asked
  return yield* (yield* Attachments).send({ type: "proposal", id }, params.file ?? "")
})
