/** What quadratic points cost while they are chosen, and the credits left. Pure. */
import type { ChoiceRules } from "~/effects/governance/votes/ballot/choice"
import { CREDITS, costOf, MOST_POINTS } from "~/effects/governance/votes/ballot/quadratic"
import { numberOf, type Selection } from "./selection"

/** Unspent credits; negative if the points cost too much. Anything but a number costs nothing. */
export const creditsLeft = ({ choices }: ChoiceRules, { points }: Selection): number =>
  CREDITS - costOf(choices.map(({ key }) => numberOf(points[key])).filter((given) => !Number.isNaN(given)))

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`

export const creditsInWords = (left: number): string => {
  if (left === 0) return `All ${CREDITS} credits are spent`
  return left > 0 ? `${counted(left, "credit")} left` : `${counted(-left, "credit")} too many`
}

export const costInWords = (typed: string): string => {
  const points = numberOf(typed)
  if (Number.isNaN(points)) return "not a whole number"
  return points === 0 ? "costs nothing" : `costs ${costOf([points])}`
}

/** One point more or less, within the credits; starts at 0 from anything but a number. */
export const stepped = (typed: string, by: 1 | -1): string => {
  const points = numberOf(typed)
  return String(Math.min(MOST_POINTS, Math.max(0, (Number.isNaN(points) ? 0 : points) + by)))
}
