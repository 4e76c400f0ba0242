/** What quadratic points cost while they are chosen, and what is left of the credits. Pure. */
import type { ChoiceRules } from "~/effects/governance/votes/ballot/choice"
import { CREDITS, costOf, MOST_POINTS } from "~/effects/governance/votes/ballot/quadratic"
import { numberOf, type Selection } from "./selection"

/** Credits that are not spent; below 0 where the points cost too many. What is no number costs nothing. */
export const creditsLeft = ({ choices }: ChoiceRules, { points }: Selection): number =>
  CREDITS - costOf(choices.map(({ key }) => numberOf(points[key])).filter((given) => !Number.isNaN(given)))

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`

/** "17 credits left", "All 100 credits are spent", "4 credits too many" */
export const creditsInWords = (left: number): string => {
  if (left === 0) return `All ${CREDITS} credits are spent`
  return left > 0 ? `${counted(left, "credit")} left` : `${counted(-left, "credit")} too many`
}

/** "costs 9", "costs nothing", "no whole number" */
export const costInWords = (typed: string): string => {
  const points = numberOf(typed)
  if (Number.isNaN(points)) return "no whole number"
  return points === 0 ? "costs nothing" : `costs ${costOf([points])}`
}

/** One point more or less, within what can be paid for; from what is no number it begins at 0. */
export const stepped = (typed: string, by: 1 | -1): string => {
  const points = numberOf(typed)
  return String(Math.min(MOST_POINTS, Math.max(0, (Number.isNaN(points) ? 0 : points) + by)))
}
