/**
 * What a proposal must fulfil to be published (docs/product/votes.md). Pure; first message per field.
 *
 * The community's rules are minimums: an author may choose a longer period, a higher quorum or threshold, never less.
 */
import type { GovernanceSettings } from "~/effects/access/Community"
import { compareThresholds, THRESHOLD_HELP } from "~/effects/access/exactThreshold"
import type { Role } from "~/effects/access/Membership"
import { type Threshold, thresholdText } from "~/effects/access/threshold"
import { HOUR_MS } from "./lifeCycle"
import type { ProposalText } from "./Proposal"
import { areTimes, LEAST_TIMES, MOST_TIMES, timesWanted } from "./pollTimes"
import { fixedChoices } from "./voteTypes"

export type RuleProblems = Readonly<Record<string, string>>

const DAY_MS = 24 * HOUR_MS
const MAX_HOURS = 336
const MIN_HOURS = 24
/** How far ahead a vote may open. */
const MAX_AHEAD_DAYS = 30
/** A vote that opens "now" was written a moment ago. */
const GRACE_MS = HOUR_MS

export const NO_TOKEN_YET =
  "This community counts by token and has none yet. Deploy it first, or choose another way to count."

const length = (value: string, min: number, max: number) => value.length >= min && value.length <= max
const isPercent = (value: number, min: number) =>
  value >= min && value <= 100 && /^\d{1,3}(\.\d{1,2})?$/.test(String(value))

/** Times as a form makes them; it reports what is wrong with those that were typed. */
const timesProblem = (choices: ProposalText["choices"]): string | undefined => {
  if (choices.length < LEAST_TIMES || choices.length > MOST_TIMES) return timesWanted
  return areTimes(choices) ? undefined : "Enter times in their order, each once, each ending after it starts."
}

const choiceProblem = ({ choices, voteType }: ProposalText): string | undefined => {
  const only = fixedChoices(voteType)
  if (only !== null) {
    const isFixed = choices.length === only.length && choices.every(({ key }, at) => key === only[at]?.key)
    const labels = only.map(({ label }) => label)
    return isFixed
      ? undefined
      : `This way to vote has the choices ${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}.`
  }
  if (voteType === "dates") return timesProblem(choices)
  if (choices.length < 2 || choices.length > 20) return "Enter 2 to 20 choices."
  if (choices.some(({ label }) => !length(label.trim(), 1, 80))) return "Each choice: 1 to 80 characters."
  const plain = choices.map(({ label }) => label.trim().toLowerCase())
  const same = choices.find((_, at) => plain.indexOf(plain[at] ?? "") !== at)
  return same === undefined ? undefined : `Two choices are the same: ${same.label}.`
}

export const NOT_EQUAL =
  "Quadratic points work only in communities where every member has the same weight. Choose another way to vote."

export const SEATS_FOR_EQUALS =
  "Several seats by ranking work only in communities where every member has the same weight. Choose approval, or one seat."

export const NOT_SHOWN =
  "Consent works only in communities that always show results, because objections are answered during the vote. Choose another way to vote."

const typeProblem = (
  { voteType }: ProposalText,
  { resultsVisibility, weightMode }: GovernanceSettings
): string | undefined => {
  if (voteType === "consent") return resultsVisibility === "always" ? undefined : NOT_SHOWN
  return voteType === "quadratic" && weightMode !== "member" ? NOT_EQUAL : undefined
}

const periodProblem = ({ closesAt, opensAt }: ProposalText, least: number): string | undefined => {
  const hours = (closesAt - opensAt) / HOUR_MS
  if (!Number.isInteger(hours) || hours < MIN_HOURS || hours > MAX_HOURS) {
    return `Enter a whole number of hours from ${MIN_HOURS} to ${MAX_HOURS}.`
  }
  return hours < least ? `This community asks for at least ${least} hours.` : undefined
}

const percentProblem = (value: number, least: number, min: number): string | undefined => {
  if (!isPercent(value, min)) return `Enter a number from ${min} to 100 with at most two decimals.`
  return value < least ? `This community asks for at least ${least}%.` : undefined
}

const thresholdProblem = (value: Threshold, least: Threshold): string | undefined => {
  if (typeof value === "number" && !isPercent(value, 50)) return THRESHOLD_HELP
  return compareThresholds(value, least) < 0 ? `This community asks for at least ${thresholdText(least)}.` : undefined
}

const seatsProblem = (
  { choices, kind, seats, voteType }: ProposalText,
  { weightMode }: GovernanceSettings
): string | undefined => {
  if (seats === null || seats === 1) return undefined
  const isForSeats = voteType === "approval" || voteType === "ranked"
  if (kind !== "election" || !isForSeats) return "Several seats need an election by approval or by ranking."
  if (!Number.isInteger(seats) || seats < 1 || seats > 10) return "Enter a whole number of seats from 1 to 10."
  if (choices.length > 1 && seats >= choices.length) return "There must be more choices than seats."
  return voteType === "ranked" && weightMode !== "member" ? SEATS_FOR_EQUALS : undefined
}

const selectionsProblem = ({ choices, maxSelections, voteType }: ProposalText): string | undefined =>
  maxSelections === null ||
  (voteType === "approval" && Number.isInteger(maxSelections) && maxSelections >= 1 && maxSelections <= choices.length)
    ? undefined
    : "Enter how many choices a voter may pick: 1 to the number of choices."

/** @param now when the proposal is published. Empty if everything is valid. */
export const ruleProblems = (proposal: ProposalText, settings: GovernanceSettings, now: number): RuleProblems => {
  const kind = settings.kinds[proposal.kind]
  const problems: Readonly<Record<string, string | undefined>> = {
    title: length(proposal.title.trim(), 5, 140) ? undefined : "Title: 5 to 140 characters.",
    summary: length(proposal.summary, 0, 280) ? undefined : "Summary: at most 280 characters.",
    body: !length(proposal.body.trim(), 50, Number.POSITIVE_INFINITY)
      ? "Please explain in at least 50 characters."
      : length(proposal.body, 0, 20_000)
        ? undefined
        : "At most 20,000 characters.",
    voteType: typeProblem(proposal, settings),
    choices: choiceProblem(proposal),
    maxSelections: selectionsProblem(proposal),
    seats: seatsProblem(proposal, settings),
    reviewHours:
      Number.isInteger(proposal.reviewHours) && proposal.reviewHours <= 168 && proposal.reviewHours >= 0
        ? proposal.reviewHours < settings.reviewHours
          ? `This community asks for at least ${settings.reviewHours} hours.`
          : undefined
        : "Enter a whole number of hours from 0 to 168.",
    opensAt:
      proposal.opensAt >= now - GRACE_MS && proposal.opensAt <= now + MAX_AHEAD_DAYS * DAY_MS
        ? undefined
        : `Choose a time within the next ${MAX_AHEAD_DAYS} days.`,
    closesAt: periodProblem(proposal, kind.periodHours),
    quorumPct: percentProblem(proposal.quorumPct, kind.quorumPct, 0),
    thresholdPct: thresholdProblem(proposal.thresholdPct, kind.thresholdPct)
  }
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined)
  )
}

/** Why this community cannot publish proposals now; undefined if it can. */
export const countProblem = (settings: GovernanceSettings, tokenResource: string | null): string | undefined =>
  (settings.weightMode === "token" || settings.weightMode === "sqrt") && tokenResource === null
    ? NO_TOKEN_YET
    : undefined

const OPEN_LIMIT: Readonly<Record<Role, number>> = { member: 3, moderator: 10, owner: 10 }

/**
 * Why this member cannot publish another proposal; undefined if they can.
 * @param open number of their proposals in review or open.
 */
export const openLimitProblem = (role: Role, open: number): string | undefined =>
  open < OPEN_LIMIT[role] ? undefined : `You have ${open} open proposals. Wait until one closes.`
