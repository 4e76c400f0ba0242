/** An action is canonical JSON and its digest: that digest is what every ballot signs by way of the proposal. Pure. */
import { canonical, type Json } from "~/effects/base/text/canonical"
import { digestOf } from "~/effects/base/text/digest"
import type { ProposalAction } from "~/effects/governance/votes/proposal/Proposal"
import type { ActionType } from "./values"

/** @param payload JSON that says all there is to vote on. */
export const actionOf = (type: ActionType, payload: Json): ProposalAction => ({
  type,
  payload: canonical(payload),
  hash: digestOf(payload)
})
