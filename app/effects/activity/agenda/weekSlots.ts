/**
 * When the weekly e-mail is due: 07:00 on the chosen day in the person's time zone, at least six days after the last
 * one was due (docs/product/notifications.md). Pure; times in Unix milliseconds.
 */
import { DateTime } from "effect"
import { isZone } from "~/effects/base/text/moments"

const HOUR = 7
const SIX_DAYS = 6 * 24 * 3_600_000

export interface WeekPlan {
  /** An unknown zone is UTC. */
  readonly timezone: string
  /** 1 is Monday, 7 Sunday. */
  readonly weeklyDay: number
}

/** The chosen day's 07:00 before or at `now`, and the one after it. */
export const weekSlots = (now: number, { timezone, weeklyDay }: WeekPlan): { last: number; next: number } => {
  const here = DateTime.unsafeMakeZoned(now, { timeZone: isZone(timezone) ? timezone : "UTC" })
  // `weekDay` of Sunday is 0.
  const days = (weeklyDay + 7 - DateTime.getPart(here, "weekDay")) % 7
  const slotIn = (more: number) =>
    DateTime.toEpochMillis(
      DateTime.setParts(DateTime.add(here, { days: more }), { hours: HOUR, minutes: 0, seconds: 0, millis: 0 })
    )
  const first = slotIn(days)
  return first > now ? { last: slotIn(days - 7), next: first } : { last: first, next: slotIn(days + 7) }
}

/** @param last when the last one was due; 0 if there was none. */
export const nextWeekly = (now: number, last: number, plan: WeekPlan): number =>
  weekSlots(Math.max(now, last + SIX_DAYS - 1), plan).next
