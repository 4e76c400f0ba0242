/** The templates that a founder starts from (docs/product/communities.md), and the numbers of each kind. Pure. */
import type { GovernanceSettings, KindRules } from "~/effects/access/Community"
import { compareThresholds } from "~/effects/access/exactThreshold"
import type { Threshold } from "~/effects/access/threshold"

/** The default numbers of each kind of proposal (docs/product/communities.md). */
const usual: GovernanceSettings["kinds"] = {
  decision: { periodHours: 120, quorumPct: 10, thresholdPct: 50 },
  spending: { periodHours: 168, quorumPct: 20, thresholdPct: 60 },
  rule: { periodHours: 168, quorumPct: 25, thresholdPct: "2/3" },
  election: { periodHours: 168, quorumPct: 10, thresholdPct: 50 }
}

const base: GovernanceSettings = {
  proposerRole: "member",
  weightMode: "member",
  kinds: usual,
  reviewHours: 24,
  resultsVisibility: "always",
  bondsNeedVote: false,
  minMembershipHours: 0
}

const atLeast = (rules: KindRules, quorumPct: number, thresholdPct: Threshold): KindRules => ({
  ...rules,
  quorumPct: Math.max(rules.quorumPct, quorumPct),
  thresholdPct: compareThresholds(rules.thresholdPct, thresholdPct) < 0 ? thresholdPct : rules.thresholdPct
})
const everyKindAtLeast = (quorumPct: number, thresholdPct: number): GovernanceSettings["kinds"] => ({
  decision: atLeast(usual.decision, quorumPct, thresholdPct),
  spending: atLeast(usual.spending, quorumPct, thresholdPct),
  rule: atLeast(usual.rule, quorumPct, thresholdPct),
  election: atLeast(usual.election, quorumPct, 50)
})

export const templates = {
  club: { name: "Club", governance: base },
  "co-operative": { name: "Co-operative", governance: { ...base, kinds: everyKindAtLeast(25, 66) } },
  "grant-fund": { name: "Grant fund", governance: { ...base, weightMode: "token" } },
  "investor-circle": { name: "Investor circle", governance: { ...base, weightMode: "token", bondsNeedVote: true } }
} as const satisfies Record<string, { readonly name: string; readonly governance: GovernanceSettings }>
export type Template = keyof typeof templates
