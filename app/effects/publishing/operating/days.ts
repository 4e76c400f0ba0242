/** For how many days an account is suspended. Pure. */
export const MOST_DAYS = 3_650

/** Undefined where the text is no such number. */
export const readDays = (text: string): number | undefined => {
  const days = Number(text)
  return /^\d{1,4}$/.test(text) && days >= 1 && days <= MOST_DAYS ? days : undefined
}
