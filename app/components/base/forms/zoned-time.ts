/** Converts between a time in a form, a text in UTC, and the value of `<input type="datetime-local">`. */
import { localInput } from "./local-input"

/** "2026-11-30T18:00" in UTC converted to the reader's zone; unchanged before hydration. */
export const shownTime = (utc: string, isHydrated: boolean): string => {
  const at = Date.parse(`${utc}Z`)
  return isHydrated && !Number.isNaN(at) ? localInput(at, true) : utc
}

/** The picked local time in UTC; an incomplete value becomes empty. */
export const storedTime = (local: string): string => {
  const at = new Date(local).getTime()
  return Number.isNaN(at) ? "" : new Date(at).toISOString().slice(0, 16)
}
