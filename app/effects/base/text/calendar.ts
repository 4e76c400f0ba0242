/** Calendar arithmetic in UTC. Pure. */
export const DAY_MS = 86_400_000

/** The same day and time a number of months later; the month's last day if it has no such day. */
export const monthsLater = (at: number, months: number): number => {
  const start = new Date(at)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) + (at - Math.floor(at / DAY_MS) * DAY_MS)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** The start of a day such as 2027-11-24, in Unix milliseconds; NaN for an invalid day such as 2027-02-31. */
export const dayStart = (text: string): number => {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? Number.NaN : at
}
