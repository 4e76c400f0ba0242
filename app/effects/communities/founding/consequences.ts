/**
 * What the numbers of a way of deciding mean for people, as sentences (docs/product/communities.md, 3.6.5). Pure: the
 * wizard says them at once.
 */
import type { KindRules, WeightMode } from "~/effects/access/Community"
import { counted } from "~/effects/base/text/counted"
import { type Template, templates } from "~/effects/communities/communities/templates"
import { type DecisionsValues, type Kind, kinds } from "./values"

/** So many members the examples have. */
export const EXAMPLE = 40

const agreement = (thresholdPct: number) =>
  thresholdPct === 50 ? "more than half of the votes" : `at least ${thresholdPct} % of the votes`

const ballots = (rules: KindRules, members: number) => Math.max(1, Math.ceil((members * rules.quorumPct) / 100))

/** "With 40 members, 4 ballots make a quorum." */
export const quorumSentence = (weightMode: WeightMode, rules: KindRules, members = EXAMPLE): string => {
  if (weightMode === "member") {
    const needed = ballots(rules, members)
    return `With ${counted(members, "member")}, ${counted(needed, "ballot")} ${needed === 1 ? "makes" : "make"} a quorum.`
  }
  const whole =
    weightMode === "assigned" ? "all weight" : weightMode === "sqrt" ? "all square roots" : "all tokens of members"
  return rules.quorumPct === 0
    ? "One ballot is enough for a quorum."
    : `Ballots with ${rules.quorumPct} % of ${whole} make a quorum.`
}

/** What passes: the quorum, then the agreement among those who voted. */
export const passingSentence = (weightMode: WeightMode, rules: KindRules, members = EXAMPLE): string =>
  `${quorumSentence(weightMode, rules, members)} A yes needs ${agreement(rules.thresholdPct)}.`

export const templateSentence = (template: Template): string => {
  const { bondsNeedVote, kinds, weightMode } = templates[template].governance
  const rules = weightMode === "member" ? kinds.decision : kinds.spending
  const sentence = passingSentence(weightMode, rules)
  return `${weightMode === "member" ? "One member, one vote." : "Votes weigh by token held."} ${weightMode === "member" ? "" : "Spending: "}${sentence}${bondsNeedVote ? " Bonds need a vote." : ""}`
}

/** docs/product/votes.md, 3.5.2: until there is a token, nothing can be voted on. */
export const NO_TOKEN_YET =
  "This community counts by token and has none yet. Deploy it first, or choose another way to count."

const isMode = (text: string): text is WeightMode => ["member", "token", "sqrt", "assigned"].includes(text)

/** For numbers that are being typed; nothing while they are none. */
export const typedSentence = (values: DecisionsValues, kind: Kind): string | null => {
  const [periodHours, quorumPct, thresholdPct] = [
    Number(values[`${kind}.periodHours`]),
    Number(values[`${kind}.quorumPct`]),
    Number(values[`${kind}.thresholdPct`])
  ]
  const isSound = quorumPct >= 0 && quorumPct <= 100 && thresholdPct >= 50 && thresholdPct <= 100
  if (!isSound || !isMode(values.weightMode) || !kinds.includes(kind)) return null
  return passingSentence(values.weightMode, { periodHours, quorumPct, thresholdPct })
}
