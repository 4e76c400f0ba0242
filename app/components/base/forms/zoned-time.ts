/** Between a time as forms keep it, a text in UTC, and as `<input type="datetime-local">` has it. */
import { localInput } from "./local-input"

/** "2026-11-30T18:00" in UTC, as the reader's zone says it; as it is before the page is awake. */
export const shownTime = (utc: string, isAwake: boolean): string => {
  const at = Date.parse(`${utc}Z`)
  return isAwake && !Number.isNaN(at) ? localInput(at, true) : utc
}

/** What was picked in the reader's zone, in UTC; what is no time yet stays nothing. */
export const keptTime = (local: string): string => {
  const at = new Date(local).getTime()
  return Number.isNaN(at) ? "" : new Date(at).toISOString().slice(0, 16)
}
