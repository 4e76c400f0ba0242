/** Names of scheduled backups, which tell when each was due, and which of them stay. Pure. */

const NAME = /^commonhold-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z$/

export const nameAt = (at: number): string =>
  `commonhold-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z`

/** The moment in a name, in Unix milliseconds; undefined if the name is not one of ours. */
export const momentOf = (name: string): number | undefined => {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}

export const isBackupName = (name: string): boolean => momentOf(name) !== undefined

const DAY = 86_400_000
const HOUR = 3_600_000
const dayOf = (at: number) => Math.floor(at / DAY)
/** Weeks begin on a Monday; the first of January 1970 was a Thursday. */
const weekOf = (at: number) => Math.floor((dayOf(at) + 3) / 7)

/** The newest name of each of the newest `most` periods. */
const newestOfEach = (names: ReadonlyArray<string>, periodOf: (at: number) => number, most: number) => {
  const newest = new Map<number, string>()
  for (const name of names.toSorted()) newest.set(periodOf(momentOf(name) ?? 0), name)
  return [...newest.entries()]
    .toSorted(([one], [other]) => other - one)
    .slice(0, most)
    .map(([, name]) => name)
}

/** What a schedule no longer keeps. Never the newest, and nothing whose name is not ours. */
export const outdated = (
  names: ReadonlyArray<string>,
  { daily, weekly }: { readonly daily: number; readonly weekly: number }
): ReadonlyArray<string> => {
  const ours = names.filter(isBackupName)
  const stay = new Set([...newestOfEach(ours, dayOf, daily), ...newestOfEach(ours, weekOf, weekly)])
  return ours.filter((name) => !stay.has(name))
}

/** Whether the newest backup is from before the last moment that the schedule names. Names from the future do not count. */
export const isDue = (names: ReadonlyArray<string>, hour: number, now: number): boolean => {
  const today = dayOf(now) * DAY + hour * HOUR
  const last = today <= now ? today : today - DAY
  return !names.some((name) => {
    const at = momentOf(name)
    return at !== undefined && at >= last && at <= now
  })
}

/** A day, and two hours in which a backup may be taken again after a failure. */
export const STALE_MS = 26 * HOUR
