/** Instants in words, the same in every engine: a page rendered twice may not change its mind. UTC. */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** "24 Nov 2026, 18:00 UTC", from Unix milliseconds. */
export const timeWords = (ms: number): string => {
  const at = new Date(ms)
  const clock = at.toISOString().slice(11, 16)
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ""} ${at.getUTCFullYear()}, ${clock} UTC`
}
