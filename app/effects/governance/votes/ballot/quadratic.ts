/**
 * Quadratic points (docs/product/votes.md): a voter has 100 credits, and n points for a choice cost n² of them. Pure;
 * the vote box, the server and the checkers use the same function.
 */
import type { ProposalChoice } from "../proposal/Proposal"
import type { Choice } from "./Ballot"

export const CREDITS = 100
/** More points for one choice would cost more than all credits. */
export const MOST_POINTS = 10

const NO_SUCH_CHOICE = "Give points to the choices of this proposal."
const WHOLE_POINTS = "Points are whole numbers from 0 to 10; 10 points cost all 100 credits."
const NO_POINTS = "Give at least one point."

const isList = (choice: Choice): choice is ReadonlyArray<string> => Array.isArray(choice)

/** Credits that these points cost. */
export const costOf = (points: Iterable<number>): number => {
  let cost = 0
  for (const each of points) cost += each * each
  return cost
}

/** The message for the voter, or nothing if the points are valid. */
export const quadraticProblem = (choices: ReadonlyArray<ProposalChoice>, choice: Choice): string | undefined => {
  if (typeof choice === "string" || isList(choice)) return NO_SUCH_CHOICE
  if (Object.keys(choice).some((key) => !choices.some((known) => known.key === key))) return NO_SUCH_CHOICE
  const points = Object.values(choice)
  if (points.some((each) => !Number.isSafeInteger(each) || each < 0)) return WHOLE_POINTS
  const cost = costOf(points)
  if (cost > CREDITS) return `Your points cost ${cost} credits, but you have ${CREDITS}. Remove some points.`
  return cost === 0 ? NO_POINTS : undefined
}
