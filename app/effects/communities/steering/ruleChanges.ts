/**
 * The difference between two sets of rules: the payload that a community votes on, and the lines of the proposal's text
 * (docs/product/communities.md). Pure. Rules are compared as fields of the settings' form.
 */
import type { Community, GovernanceSettings } from "~/effects/access/Community"
import { compareThresholds, readThreshold } from "~/effects/access/exactThreshold"
import { proposalKinds } from "~/effects/access/proposalKinds"
import { FREE_DAYS } from "~/effects/access/rules"
import { thresholdWords } from "~/effects/access/threshold"
import { readable } from "~/effects/base/amounts/readable"
import { templates } from "~/effects/communities/communities/templates"
import { resultsNames, weightNames } from "~/effects/communities/communities/words"
import { type DecisionsValues, decisionsOf, isTemplate, type Kind } from "~/effects/communities/founding/values"

type Rules = Pick<Community, "template" | "governance">
export type ChangedField = keyof DecisionsValues

/** One field of the form, with its text before and after. */
export interface FieldChange {
  readonly field: ChangedField
  readonly from: string
  readonly to: string
}

const many: Readonly<Record<Kind, string>> = {
  decision: "decisions",
  spending: "spending",
  rule: "rule changes",
  election: "elections"
}
const hours = (text: string): string => (text === "0" ? "none" : `${text} h`)
const named = (names: Readonly<Record<string, string>>) => (text: string) => names[text] ?? text

interface NewNotification {
  readonly name: string
  readonly say: (text: string) => string
}
const sayThreshold = (text: string): string => {
  const threshold = readThreshold(text)
  return threshold === null ? text : thresholdWords(threshold)
}
const numbersOf = (kind: Kind): ReadonlyArray<readonly [ChangedField, NewNotification]> => [
  [`${kind}.periodHours`, { name: `Voting time of ${many[kind]}`, say: hours }],
  [`${kind}.quorumPct`, { name: `Quorum of ${many[kind]}`, say: (text) => (text === "0" ? "one ballot" : `${text}%`) }],
  [`${kind}.thresholdPct`, { name: `Agreement of ${many[kind]}`, say: sayThreshold }]
]

/** Every field of the rules, in the order in which changes are listed. */
const notifications: ReadonlyArray<readonly [ChangedField, NewNotification]> = [
  ["template", { name: "Template", say: (text) => (isTemplate(text) ? templates[text].name : text) }],
  ["weightMode", { name: "Voting power", say: named(weightNames) }],
  ...proposalKinds.flatMap(numbersOf),
  [
    "proposerRole",
    { name: "Who can propose", say: named({ member: "any member", moderator: "moderators and the owner" }) }
  ],
  ["reviewHours", { name: "Review before voting", say: hours }],
  ["minMembershipHours", { name: "Membership before voting", say: hours }],
  ["bondsNeedVote", { name: "Bonds", say: named({ yes: "need a vote", no: "decided by the owner" }) }],
  [
    "freePayout",
    {
      name: "Payouts without a vote",
      say: (text) => (text === "0" ? "none" : `up to ${readable(text)} of one token in ${FREE_DAYS} days`)
    }
  ],
  [
    "signersPayWithoutVote",
    { name: "Multisig payments", say: named({ yes: "need no vote", no: "need a vote, like payouts" }) }
  ],
  [
    "lentLimitPct",
    { name: "Delegation cap", say: (text) => (text === "0" ? "none: votes cannot be delegated" : `${text}%`) }
  ],
  ["resultsVisibility", { name: "When results are shown", say: named(resultsNames) }]
]
export const changedFields: ReadonlyArray<ChangedField> = notifications.map(([field]) => field)

/** 75 and 3/4 are the same threshold. */
const isSame = (field: ChangedField, one: string, other: string): boolean => {
  if (one === other) return true
  if (!field.endsWith(".thresholdPct")) return false
  const [before, after] = [readThreshold(one), readThreshold(other)]
  return before !== null && after !== null && compareThresholds(before, after) === 0
}

/** Every field that differs. */
export const ruleChanges = (before: Rules, after: Rules): ReadonlyArray<FieldChange> => {
  const [was, is] = [decisionsOf(before.template, before.governance), decisionsOf(after.template, after.governance)]
  return changedFields.flatMap((field) =>
    isSame(field, was[field], is[field]) ? [] : [{ field, from: was[field], to: is[field] }]
  )
}

/** Whether any rule would differ. The template is not a rule: it is only where the numbers came from. */
export const changesRules = (now: Rules, governance: GovernanceSettings): boolean =>
  ruleChanges(now, { template: now.template, governance }).length > 0

/** "Quorum of decisions: 10% → 35%". */
const changeLine = ({ field, from, to }: FieldChange): string => {
  const notification = notifications.find(([name]) => name === field)?.[1] ?? {
    name: field,
    say: (text: string) => text
  }
  return `${notification.name}: ${notification.say(from)} → ${notification.say(to)}`
}

export interface ChangePayload {
  /** One line for each change. */
  readonly words: ReadonlyArray<string>
  readonly changes: ReadonlyArray<FieldChange>
}

/** The payload of the vote: the changes in words, and as fields of the form. */
export const changePayload = (before: Rules, after: Rules): ChangePayload => {
  const changes = ruleChanges(before, after)
  return { words: changes.map(changeLine), changes }
}

const item = (line: string): string => `- ${line}`

const HEADING = "What changes:"

/** The beginning of the proposal's text, so that anyone who signs or reads the text alone sees the change. */
export const changeText = (words: ReadonlyArray<string>): string => `${HEADING}\n\n${words.map(item).join("\n")}\n`

/** What the author added: the reasons. */
export const ownText = (body: string, words: ReadonlyArray<string>): string => {
  const given = new Set([HEADING, ...words.map(item)])
  const own = body.split("\n").filter((line) => !given.has(line.trim()))
  return own.join("\n").trim()
}

/** Lines of the change that a text no longer has; each must be on a line of its own. */
export const missingLines = (body: string, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const lines = new Set(body.split("\n").map((line) => line.trim()))
  return words.map(item).filter((line) => !lines.has(line))
}

/** Changes that start from a rule that has changed since. */
export const outdated = (changes: ReadonlyArray<FieldChange>, now: Rules): ReadonlyArray<FieldChange> => {
  const values = decisionsOf(now.template, now.governance)
  return changes.filter(({ field, from }) => !isSame(field, from, values[field]))
}

/** The form after these changes; fields that they do not name keep their present value. */
export const changedValues = (now: Rules, changes: ReadonlyArray<FieldChange>): DecisionsValues => ({
  ...decisionsOf(now.template, now.governance),
  ...Object.fromEntries(changes.map(({ field, to }) => [field, to]))
})
