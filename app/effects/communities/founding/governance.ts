/** Converts a checked form to the settings that are stored. Pure. */

import type { CommunityLink, GovernanceSettings, JoinToken, KindRules, Slug } from "~/effects/access/Community"
import { LENT_LIMIT_PCT } from "~/effects/access/delegation"
import { readThreshold } from "~/effects/access/exactThreshold"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { amountOf, formatAmount, isAmountText, isResourceAddress } from "~/ledger/index"
import type { BasicsForm, DecisionsForm, PeopleForm } from "./forms"
import type { Kind } from "./values"

const rulesOf = (form: DecisionsForm, kind: Kind): KindRules => ({
  periodHours: Number(form[`${kind}.periodHours`]),
  quorumPct: Number(form[`${kind}.quorumPct`]),
  // A checked form always has a threshold.
  thresholdPct: readThreshold(form[`${kind}.thresholdPct`]) ?? 100
})

/** Zero is the default and is not stored, so that rules voted on before this setting existed stay the same. */
const freePayoutOf = ({ freePayout }: DecisionsForm): Pick<GovernanceSettings, "freePayout"> => {
  const amount = freePayout === "" ? 0n : amountOf(freePayout)
  return amount === 0n ? {} : { freePayout: formatAmount(amount) }
}

/** Stored only if the community has turned it on, so that rules from before this setting stay the same. */
const signersPayOf = (form: DecisionsForm): Pick<GovernanceSettings, "signersPayWithoutVote"> =>
  form.signersPayWithoutVote === "yes" ? { signersPayWithoutVote: true } : {}

/** The default is not stored either, so that rules from before delegation stay the same. */
const delegationLimitPctOf = ({ lentLimitPct }: DecisionsForm): Pick<GovernanceSettings, "lentLimitPct"> =>
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
  ...delegationLimitPctOf(form)
})

export const linksOf = ({ links }: Pick<BasicsForm, "links">): ReadonlyArray<CommunityLink> =>
  links.filter(({ label, url }) => label !== "" || url !== "")

/** What a community is, of the form that founding and settings share. */
export const basicsFacts = (form: Omit<BasicsForm, "logo"> & { readonly logo: string | null }) => {
  const { description, logo, name, slug, tagline, tags, visibility } = form
  // The form's rule for the address is that of Slug.
  return { name, slug: slug as Slug, tagline, description, tags, logo, visibility, links: linksOf(form) }
}

/** The token that joining requires, if the policy is by token. */
export const joinTokenOf = ({ joinPolicy, tokenAmount, tokenResource }: PeopleForm): JoinToken | null =>
  joinPolicy === "token" && isAmountText(tokenAmount) && isResourceAddress(tokenResource, NETWORK_ID)
    ? { resource: tokenResource, minAmount: tokenAmount }
    : null
