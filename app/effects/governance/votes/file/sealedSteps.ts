/** The steps of a file with opened ballots. Pairings are loaded beside this, only where ballots are opened. */
import type { Step } from "./Report"

export const SIGNATURE = "The beacon's signature is right for this round"
export const OPENS = "Every sealed ballot that counts opens"

export const NOT_OPENED = "Ballots are opened only if nothing else in the file is wrong."

/** Of a file that names a beacon and has other faults: opening takes long, and could not mend it. */
export const notOpened: ReadonlyArray<Step> = [SIGNATURE, OPENS].map((name) => ({
  name,
  state: "skipped",
  figure: "",
  detail: NOT_OPENED
}))
