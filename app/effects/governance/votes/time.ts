/** Instants as text in UTC, the same in every engine, so that server and browser render the same page. */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** "24 Nov 2026, 18:00 UTC", from Unix milliseconds. */
export const timeWords = (ms: number): string => {
  const at = new Date(ms)
  const clock = at.toISOString().slice(11, 16)
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ""} ${at.getUTCFullYear()}, ${clock} UTC`
}
