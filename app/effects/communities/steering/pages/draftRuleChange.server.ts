/**
 * How a community decides is changed by a vote where it has more than three members (docs/product/communities.md,
 * 3.6.7): the change becomes the action of a draft, and stands in its text; the owner explains, signs and publishes it.
 * Nothing else is kept until that vote is passed.
 */
import type { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { changeAction } from "~/effects/governance/proposals/settingsAction.server"
import type { RuleChange } from "../RuleChange"
import { changeText } from "../ruleChanges"

/** Characters of a summary. */
const MAX_SUMMARY = 280

/** Answers the id of the draft. */
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
