/**
 * What the voter has ticked, ordered or typed before it is a valid choice. Pure: the box shows it, and the ballot is
 * made from it by the server's own rules.
 */
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import { type ChoiceRules, choiceProblem } from "~/effects/governance/votes/ballot/choice"

export interface Selection {
  /** Basic and single votes. */
  readonly one: string
  /** Approval votes: ticked, in the order of the choices. */
  readonly some: ReadonlyArray<string>
  /** Ranked votes: in order; a choice that is missing is not ranked. */
  readonly ranking: ReadonlyArray<string>
  /** Scores, weighted and quadratic votes: as typed, by key. Polls for a date: the answer to each time. */
  readonly points: Readonly<Record<string, string>>
}

const nothing: Selection = { one: "", some: [], ranking: [], points: {} }

const isList = (choice: Choice): choice is ReadonlyArray<string> => Array.isArray(choice)

/** The initial selection: the vote that counts now, or nothing. */
export const selectionOf = ({ voteType }: ChoiceRules, choice: Choice | null): Selection => {
  if (choice === null) return nothing
  if (typeof choice === "string") return { ...nothing, one: choice }
  if (isList(choice)) return voteType === "ranked" ? { ...nothing, ranking: choice } : { ...nothing, some: choice }
  const points = Object.entries(choice).map(([key, value]): [string, string] => [key, String(value)])
  return { ...nothing, points: Object.fromEntries(points) }
}

/** Ticks or unticks one choice, in the order of the list. */
export const toggled = ({ choices }: ChoiceRules, selection: Selection, key: string): Selection => {
  const ticked = new Set(selection.some)
  if (!ticked.delete(key)) ticked.add(key)
  return { ...selection, some: choices.map((choice) => choice.key).filter((each) => ticked.has(each)) }
}

/** Puts a choice at a place, from 1; any other number removes it from the order. */
export const ranked = (selection: Selection, key: string, place: number): Selection => {
  const others = selection.ranking.filter((each) => each !== key)
  if (!Number.isInteger(place) || place < 1) return { ...selection, ranking: others }
  const at = Math.min(place - 1, others.length)
  return { ...selection, ranking: [...others.slice(0, at), key, ...others.slice(at)] }
}

/** Typed points of one choice as a number; NaN if they are not a number. Empty is 0. */
export const numberOf = (typed: string | undefined): number => {
  const text = (typed ?? "").trim()
  return text === "" ? 0 : /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
}

export const pointsLeft = ({ choices }: ChoiceRules, { points }: Selection): number =>
  choices.reduce((left, { key }) => {
    const given = numberOf(points[key])
    return Number.isNaN(given) ? left : left - given
  }, 100)

export const restInWords = (left: number): string => {
  if (left === 0) return "All 100 points are given"
  const count = Math.abs(left)
  return `${count} ${count === 1 ? "point" : "points"} ${left > 0 ? "left" : "too many"}`
}

const asChoice = ({ choices, voteType }: ChoiceRules, selection: Selection): Choice => {
  switch (voteType) {
    case "basic":
    case "consent":
    case "single":
      return selection.one
    case "approval":
      return selection.some
    case "ranked":
      return selection.ranking
    case "score5":
    case "score10":
    case "dates": {
      const given = choices.flatMap(({ key }): ReadonlyArray<[string, number]> => {
        const typed = selection.points[key] ?? ""
        return typed === "" ? [] : [[key, numberOf(typed)]]
      })
      return Object.fromEntries(given)
    }
    case "weighted":
    case "quadratic": {
      const given = choices.map(({ key }): [string, number] => [key, numberOf(selection.points[key])])
      return Object.fromEntries(given.filter(([, points]) => points !== 0))
    }
  }
}

export type Chosen = { readonly ok: true; readonly choice: Choice } | { readonly ok: false; readonly problem: string }

export const chosen = (rules: ChoiceRules, selection: Selection): Chosen => {
  const choice = asChoice(rules, selection)
  const problem = choiceProblem(rules, choice)
  return problem === undefined ? { ok: true, choice } : { ok: false, problem }
}
