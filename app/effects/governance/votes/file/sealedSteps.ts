/**
 * Steps of a file with opened ballots. In a file of its own, so that pairings are loaded only if ballots are opened.
 */
import type { Step } from "./Report"

export const SIGNATURE = "The beacon's signature is right for this round"
export const OPENS = "Every sealed ballot that counts opens"

export const NOT_OPENED = "Ballots are opened only if nothing else in the file is wrong."

/** For a file that names a beacon and has other faults: opening takes long, and would be pointless. */
export const notOpened: ReadonlyArray<Step> = [SIGNATURE, OPENS].map((name) => ({
  name,
  state: "skipped",
  figure: "",
  detail: NOT_OPENED
}))
