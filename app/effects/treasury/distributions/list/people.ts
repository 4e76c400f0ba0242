/** How many people a payout pays, however often: its rows are those of all its days. Pure: pages load this file. */
import { counted } from "~/effects/base/text/counted"
import type { Distribution } from "../Distribution"
import { payoutsOf } from "./rhythm"

type Counts = Pick<Distribution, "rhythm" | "rowsReady" | "state">

/** Days it pays on. */
const daysOf = ({ rhythm }: Counts): number => (rhythm === null ? 1 : payoutsOf(rhythm).length)

/** While its rows are mended they are those of one day. */
export const peopleIn = (run: Counts): number =>
  run.state === "draft" ? run.rowsReady : Math.round(run.rowsReady / daysOf(run))

/** "3", and "3, on 6 days: 18 payments" of one that pays again and again. */
export const recipientsWords = (run: Counts): string => {
  const people = peopleIn(run)
  return run.rhythm === null
    ? String(people)
    : `${people}, on ${counted(daysOf(run), "day")}: ${counted(people * daysOf(run), "payment")}`
}
