/**
 * How a community decides is changed by a vote where it has more than three members (docs/product/communities.md,
 * 3.6.7): the change becomes the action of a draft, which the owner explains, signs and publishes. Nothing else is kept
 * until that vote is passed.
 */
import { actionOf } from "~/effects/governance/proposals/action.server"
import type { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import type { RuleChange } from "../RuleChange"

/** Answers the id of the draft. */
export const draftRuleChange = (drafts: ProposalDrafts, { community, governance, proposer, template }: RuleChange) =>
  drafts.begin({
    community,
    author: proposer,
    action: actionOf("settings", { template, governance: { ...governance, kinds: { ...governance.kinds } } }),
    values: { kind: "rule", title: "Change how we decide" }
  })
