/** What a ballot of each type may contain (docs/product/votes.md). Pure; pages and the server use the same function. */
import type { ProposalChoice, VoteType } from "../proposal/Proposal"
import { highestScore, sidesOf, timeAnswers } from "../proposal/voteTypes"
import type { Choice } from "./Ballot"
import { quadraticProblem } from "./quadratic"

export interface ChoiceRules {
  readonly voteType: VoteType
  readonly choices: ReadonlyArray<ProposalChoice>
  readonly maxSelections: number | null
}

const ONE_OF = "Choose one of the choices of this proposal."
const SOME_OF = "Choose at least one of the choices of this proposal."
const POINTS_SUM = 100

const isList = (choice: Choice): choice is ReadonlyArray<string> => Array.isArray(choice)

const checkOne = ({ choices }: ChoiceRules, choice: Choice): string | undefined =>
  typeof choice === "string" && choices.some(({ key }) => key === choice) ? undefined : ONE_OF

const checkList = ({ choices }: ChoiceRules, choice: Choice, most: number, twice: string): string | undefined => {
  if (typeof choice === "string" || !isList(choice) || choice.length === 0) return SOME_OF
  if (choice.some((key) => !choices.some((known) => known.key === key))) return SOME_OF
  const doubled = choice.find((key, at) => choice.indexOf(key) !== at)
  const label = choices.find(({ key }) => key === doubled)?.label
  if (label !== undefined) return twice.replace("{x}", () => label)
  return choice.length > most ? `Choose up to ${most}.` : undefined
}

const checkPoints = ({ choices }: ChoiceRules, choice: Choice): string | undefined => {
  if (typeof choice === "string" || isList(choice)) return SOME_OF
  if (Object.keys(choice).some((key) => !choices.some((known) => known.key === key))) return SOME_OF
  const points = Object.values(choice)
  if (points.some((point) => !Number.isSafeInteger(point) || point < 0 || point > POINTS_SUM)) {
    return "Points are whole numbers from 0 to 100."
  }
  return points.reduce((sum, point) => sum + point, 0) === POINTS_SUM ? undefined : "Points must add up to 100."
}

/** Each choice has a score, also of 0: a missing one could mean 0 or "no opinion". */
const checkScores = ({ choices }: ChoiceRules, choice: Choice, most: number): string | undefined => {
  const problem = `Give every choice a whole number from 0 to ${most}.`
  if (typeof choice === "string" || isList(choice)) return problem
  if (Object.keys(choice).some((key) => !choices.some((known) => known.key === key))) return SOME_OF
  const isScored = choices.every(({ key }) => {
    const score = choice[key]
    return score !== undefined && Number.isSafeInteger(score) && score >= 0 && score <= most
  })
  return isScored ? undefined : problem
}

/** Each time has an answer, also No: a missing one could mean No or "not known yet". */
const checkTimes = ({ choices }: ChoiceRules, choice: Choice): string | undefined => {
  const problem = "Answer each time with Yes, If need be or No."
  if (typeof choice === "string" || isList(choice)) return problem
  if (Object.keys(choice).some((key) => !choices.some((known) => known.key === key))) {
    return "Answer only the times of this proposal."
  }
  return choices.every(({ key }) => timeAnswers.some(({ value }) => value === choice[key])) ? undefined : problem
}

/** The message for the voter, or nothing if the choice is valid. */
export const choiceProblem = (rules: ChoiceRules, choice: Choice): string | undefined => {
  switch (rules.voteType) {
    case "basic":
    case "consent":
    case "single":
      return checkOne(rules, choice)
    case "approval":
      return checkList(rules, choice, rules.maxSelections ?? rules.choices.length, "“{x}” is chosen twice.")
    case "ranked":
      return checkList(rules, choice, rules.choices.length, "“{x}” is ranked twice.")
    case "score5":
    case "score10":
      return checkScores(rules, choice, highestScore(rules.voteType) ?? 0)
    case "weighted":
      return checkPoints(rules, choice)
    case "quadratic":
      return quadraticProblem(rules.choices, choice)
    case "dates":
      return checkTimes(rules, choice)
  }
}

export const OBJECTION_WORDS = "An objection needs a reason, so that it can be answered. Please write one."

/** The message for the voter if this choice needs a reason that is missing. */
export const reasonProblem = ({ voteType }: ChoiceRules, choice: Choice, reason: string): string | undefined =>
  voteType === "consent" && choice === sidesOf(voteType)?.against.key && reason.trim() === ""
    ? OBJECTION_WORDS
    : undefined

/** "Yes", "Lake, Hall", "1 Lake, 2 Hall", "Silent 60, Noir 40", "Yes: Thu 24 Dec 2026": for tables and receipts. */
export const choiceWords = ({ choices, voteType }: ChoiceRules, choice: Choice): string => {
  const label = (key: string) => choices.find((known) => known.key === key)?.label ?? key
  if (typeof choice === "string") return label(choice)
  if (isList(choice)) {
    return choice.map((key, at) => (voteType === "ranked" ? `${at + 1} ${label(key)}` : label(key))).join(", ")
  }
  if (voteType === "dates") {
    const given = timeAnswers.map((answer) => ({
      answer: answer.label,
      labels: choices.filter(({ key }) => choice[key] === answer.value).map((time) => time.label)
    }))
    return given
      .flatMap(({ answer, labels }) => (labels.length === 0 ? [] : `${answer}: ${labels.join("; ")}`))
      .join(". ")
  }
  const spent = Object.entries(choice).filter(([, points]) => points > 0 || highestScore(voteType) !== null)
  return spent.map(([key, points]) => `${label(key)} ${points}`).join(", ")
}

/** The same in a line, for one's own vote: of a poll for a date only how often each answer was given. */
export const shortWords = (rules: ChoiceRules, choice: Choice): string =>
  rules.voteType !== "dates" || typeof choice === "string" || isList(choice)
    ? choiceWords(rules, choice)
    : timeAnswers
        .map(({ label, value }) => `${label} ${rules.choices.filter(({ key }) => choice[key] === value).length}`)
        .join(", ")
