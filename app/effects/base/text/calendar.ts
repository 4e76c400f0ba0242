/** Steps of the calendar, in UTC. Pure. */
export const DAY_MS = 86_400_000

/** The same day and time of day so many months later; the month's last day where it has no such day. */
export const monthsLater = (at: number, months: number): number => {
  const start = new Date(at)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) + (at - Math.floor(at / DAY_MS) * DAY_MS)
}
