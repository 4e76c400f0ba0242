/** The id of a proposal in an address or a form; a malformed one is treated as one that does not exist. */
import { Effect, Schema } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { ProposalId } from "./fields"

export const isProposalId = Schema.is(ProposalId)

export const proposalIdOf = (text: string | null | undefined): Effect.Effect<ProposalId, NotThere> =>
  isProposalId(text) ? Effect.succeed(text) : new NotThere({})
