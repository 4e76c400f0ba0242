/** Number of days of a suspension. Pure. */
export const MOST_DAYS = 3_650

/** Undefined if the text is not such a number. */
export const readDays = (text: string): number | undefined => {
  const days = Number(text)
  return /^\d{1,4}$/.test(text) && days >= 1 && days <= MOST_DAYS ? days : undefined
}
