/** An action is canonical JSON and its hash, which every ballot signs through the proposal. Pure. */
import { canonical, type Json } from "~/effects/base/text/canonical"
import { hashOf } from "~/effects/base/text/digest"
import type { ProposalAction } from "~/effects/governance/votes/proposal/Proposal"
import type { ActionType } from "./values"

/** @param payload JSON with everything that is voted on. */
export const actionOf = (type: ActionType, payload: Json): ProposalAction => ({
  type,
  payload: canonical(payload),
  hash: hashOf(payload)
})
