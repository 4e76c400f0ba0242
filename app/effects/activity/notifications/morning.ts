/** When digests leave: 08:00 where the person is (docs/product/notifications.md, 3.5.9). Pure. */
import { DateTime, Option } from "effect"

const HOUR = 8

/** True for a zone the clock knows, such as "Europe/Berlin". */
export const isZone = (name: string): boolean => Option.isSome(DateTime.zoneMakeNamed(name))

/** The next 08:00 after `now` in this zone, Unix milliseconds. An unknown zone is UTC. */
export const nextMorning = (now: number, zone: string): number => {
  const here = DateTime.unsafeMakeZoned(now, { timeZone: isZone(zone) ? zone : "UTC" })
  const today = DateTime.setParts(here, { hours: HOUR, minutes: 0, seconds: 0, millis: 0 })
  const next = DateTime.toEpochMillis(today) > now ? today : DateTime.add(today, { days: 1 })
  return DateTime.toEpochMillis(next)
}
