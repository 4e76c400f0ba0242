/** The days on which the weekly e-mail can be sent. */

const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const

/** Each day with its number of ISO 8601: Monday is 1, Sunday 7. */
export const weekDays = names.map((name, index) => ({ number: index + 1, name }))

/** @param number 1 to 7. */
export const weekDayName = (number: number): string => names[number - 1] ?? names[0]

/** The number of a day as a form sends it; undefined for anything else. */
export const weekDayOf = (text: string): number | undefined =>
  weekDays.find(({ number }) => String(number) === text)?.number
