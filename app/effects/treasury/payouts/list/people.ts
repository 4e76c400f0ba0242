/** Counts people of a payout; a recurring one has rows for all its days. Pure: pages load this file. */
import { counted } from "~/effects/base/text/counted"
import type { Distribution } from "../Distribution"
import { payoutsOf } from "./rhythm"

type Counts = Pick<Distribution, "rhythm" | "rowsReady" | "state">

/** Number of days on which it pays. */
const daysOf = ({ rhythm }: Counts): number => (rhythm === null ? 1 : payoutsOf(rhythm).length)

/** A draft stores the rows of one day only. */
export const peopleIn = (run: Counts): number =>
  run.state === "draft" ? run.rowsReady : Math.round(run.rowsReady / daysOf(run))

/** For example "3", or "3, on 6 days: 18 payments" for a recurring payout. */
export const recipientsWords = (run: Counts): string => {
  const people = peopleIn(run)
  return run.rhythm === null
    ? String(people)
    : `${people}, on ${counted(daysOf(run), "day")}: ${counted(people * daysOf(run), "payment")}`
}
