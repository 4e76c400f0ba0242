/** From the texts of a checked form to the settings that are stored. Pure. */

import type { CommunityLink, GovernanceSettings, JoinToken, KindRules } from "~/effects/access/Community"
import { readThreshold } from "~/effects/access/exactThreshold"
import { LENT_LIMIT_PCT } from "~/effects/access/lending"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { amountOf, formatAmount, isAmountText, isResourceAddress } from "~/ledger/index"
import type { BasicsForm, DecisionsForm, PeopleForm } from "./forms"
import type { Kind } from "./values"

const rulesOf = (form: DecisionsForm, kind: Kind): KindRules => ({
  periodHours: Number(form[`${kind}.periodHours`]),
  quorumPct: Number(form[`${kind}.quorumPct`]),
  // A checked form holds a threshold.
  thresholdPct: readThreshold(form[`${kind}.thresholdPct`]) ?? 100
})

/** Zero is the rule itself and is not written down: rules that were voted on before it existed stay as they were. */
const freePayoutOf = ({ freePayout }: DecisionsForm): Pick<GovernanceSettings, "freePayout"> => {
  const amount = freePayout === "" ? 0n : amountOf(freePayout)
  return amount === 0n ? {} : { freePayout: formatAmount(amount) }
}

/** Written down only where the community has switched it on: rules from before it was a setting stay as they were. */
const signersPayOf = (form: DecisionsForm): Pick<GovernanceSettings, "signersPayWithoutVote"> =>
  form.signersPayWithoutVote === "yes" ? { signersPayWithoutVote: true } : {}

/** The default is not written down either: rules from before votes could be lent stay as they were. */
const lentLimitPctOf = ({ lentLimitPct }: DecisionsForm): Pick<GovernanceSettings, "lentLimitPct"> =>
  lentLimitPct === "" || Number(lentLimitPct) === LENT_LIMIT_PCT ? {} : { lentLimitPct: Number(lentLimitPct) }

export const governanceOf = (form: DecisionsForm): GovernanceSettings => ({
  proposerRole: form.proposerRole,
  weightMode: form.weightMode,
  kinds: {
    decision: rulesOf(form, "decision"),
    spending: rulesOf(form, "spending"),
    rule: rulesOf(form, "rule"),
    election: rulesOf(form, "election")
  },
  reviewHours: Number(form.reviewHours),
  resultsVisibility: form.resultsVisibility,
  bondsNeedVote: form.bondsNeedVote === "yes",
  minMembershipHours: Number(form.minMembershipHours),
  ...freePayoutOf(form),
  ...signersPayOf(form),
  ...lentLimitPctOf(form)
})

export const linksOf = ({ links }: Pick<BasicsForm, "links">): ReadonlyArray<CommunityLink> =>
  links.filter(({ label, url }) => label !== "" || url !== "")

/** The token one has to hold, where that is how one joins. */
export const joinTokenOf = ({ joinPolicy, tokenAmount, tokenResource }: PeopleForm): JoinToken | null =>
  joinPolicy === "token" && isAmountText(tokenAmount) && isResourceAddress(tokenResource, NETWORK_ID)
    ? { resource: tokenResource, minAmount: tokenAmount }
    : null
