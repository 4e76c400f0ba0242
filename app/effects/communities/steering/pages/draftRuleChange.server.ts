/**
 * Puts a change of the decision rules to a vote, in a community of more than three members
 * (docs/product/communities.md): the change becomes the action and the text of a draft proposal, which the owner
 * explains, signs and publishes. Until that vote has passed, nothing else is stored.
 */
import type { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { changeAction } from "~/effects/governance/proposals/settingsAction.server"
import type { RuleChange } from "../RuleChange"
import { changeText } from "../ruleChanges"

/** Characters of a summary. */
const MAX_SUMMARY = 280

/** Returns the id of the draft. */
export const draftRuleChange = (drafts: ProposalDrafts, { community, governance, proposer, template }: RuleChange) => {
  const { action, words } = changeAction(community, { template, governance })
  const summary = words.join("; ")
  return drafts.begin({
    community,
    author: proposer,
    action,
    values: {
      kind: "rule",
      title: "Change how we decide",
      summary: summary.length <= MAX_SUMMARY ? summary : "",
      body: changeText(words)
    }
  })
}
