/** When digests are sent: 08:00 in the person's time zone (docs/product/notifications.md). Pure. */
import { DateTime, Option } from "effect"

const HOUR = 8

/** True for a known time zone such as "Europe/Berlin". */
export const isZone = (name: string): boolean => Option.isSome(DateTime.zoneMakeNamed(name))

/** The next 08:00 after `now` in this zone, Unix milliseconds. An unknown zone is UTC. */
export const nextMorning = (now: number, zone: string): number => {
  const here = DateTime.unsafeMakeZoned(now, { timeZone: isZone(zone) ? zone : "UTC" })
  const today = DateTime.setParts(here, { hours: HOUR, minutes: 0, seconds: 0, millis: 0 })
  const next = DateTime.toEpochMillis(today) > now ? today : DateTime.add(today, { days: 1 })
  return DateTime.toEpochMillis(next)
}
