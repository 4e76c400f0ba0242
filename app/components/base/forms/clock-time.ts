/** Hours and minutes in the reader's zone, as "14:04". `at` is Unix milliseconds. */
export const clockTime = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at)
