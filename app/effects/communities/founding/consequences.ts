/**
 * What the numbers of decision rules mean, as sentences (docs/product/communities.md). Pure: the wizard shows them
 * while a person types.
 */
import type { KindRules, WeightMode } from "~/effects/access/Community"
import { compareThresholds, readThreshold } from "~/effects/access/exactThreshold"
import { proposalKinds } from "~/effects/access/proposalKinds"
import { type Threshold, thresholdText } from "~/effects/access/threshold"
import { counted } from "~/effects/base/text/counted"
import { type Template, templates } from "~/effects/communities/communities/templates"
import { ballotsNeeded } from "~/effects/communities/communities/words"
import type { DecisionsValues, Kind } from "./values"

/** Number of members in examples while there is no community yet. */
export const EXAMPLE = 40

const agreement = (threshold: Threshold) =>
  compareThresholds(threshold, 50) === 0
    ? "more than half of the votes"
    : `at least ${thresholdText(threshold)} of the votes`

/** "With 40 members, at least 4 must vote." */
export const quorumSentence = (weightMode: WeightMode, rules: KindRules, members = EXAMPLE): string => {
  if (weightMode === "member") {
    const needed = ballotsNeeded(members, rules.quorumPct)
    return `With ${counted(members, "member")}, at least ${needed} must vote.`
  }
  const whole =
    weightMode === "assigned" ? "all voting power" : weightMode === "sqrt" ? "all square roots" : "all members' tokens"
  return rules.quorumPct === 0
    ? "One vote is enough for a quorum."
    : `The votes must have at least ${rules.quorumPct}% of ${whole}.`
}

/** What a vote needs to pass: the quorum, then the share of Yes. */
export const passingSentence = (weightMode: WeightMode, rules: KindRules, members = EXAMPLE): string =>
  `${quorumSentence(weightMode, rules, members)} A yes needs ${agreement(rules.thresholdPct)}.`

const weighing: Readonly<Record<WeightMode, string>> = {
  member: "One member, one vote.",
  assigned: "Each member has the voting power that the owner assigned.",
  token: "Token-weighted voting.",
  sqrt: "Voting power is the square root of tokens held."
}
const isByToken = (mode: WeightMode) => mode === "token" || mode === "sqrt"

const rulesSentence = (mode: WeightMode, sentence: string, bondsNeedVote: boolean): string =>
  `${weighing[mode]} ${isByToken(mode) ? "Spending: " : ""}${sentence}${bondsNeedVote ? " Bonds need a vote." : ""}`

/** What a template means for this number of members. */
export const templateSentence = (template: Template, members = EXAMPLE): string => {
  const { bondsNeedVote, kinds, weightMode } = templates[template].governance
  const rules = isByToken(weightMode) ? kinds.spending : kinds.decision
  return rulesSentence(weightMode, passingSentence(weightMode, rules, members), bondsNeedVote)
}

/** The same for the rules in the form; undefined while some of them cannot be read. */
export const valuesSentence = (values: DecisionsValues, members = EXAMPLE): string | undefined => {
  const mode = values.weightMode
  if (!isMode(mode)) return undefined
  const sentence = typedSentence(values, isByToken(mode) ? "spending" : "decision", members)
  return sentence === null ? undefined : rulesSentence(mode, sentence, values.bondsNeedVote === "yes")
}

/** Without a token nothing can be voted on (docs/product/votes.md). */
export const NO_TOKEN_YET =
  "This community counts by token and has none yet. Deploy it first, or choose another way to count."

const isMode = (text: string): text is WeightMode => ["member", "token", "sqrt", "assigned"].includes(text)

/** For numbers that are being typed; null while they cannot be read. */
export const typedSentence = (values: DecisionsValues, kind: Kind, members = EXAMPLE): string | null => {
  const periodHours = Number(values[`${kind}.periodHours`])
  const quorumPct = Number(values[`${kind}.quorumPct`])
  const thresholdPct = readThreshold(values[`${kind}.thresholdPct`])
  const isSound = quorumPct >= 0 && quorumPct <= 100 && thresholdPct !== null
  if (!isSound || !isMode(values.weightMode) || !proposalKinds.includes(kind)) return null
  return passingSentence(values.weightMode, { periodHours, quorumPct, thresholdPct }, members)
}

/** 66.67 is more than two thirds, so 4 of 6 would fail; a person who types it means 2/3. */
export const isAlmostTwoThirds = (typed: string): boolean => typed.trim() === "66.67"
