/** State of scheduled backups, for operators. Pure. */
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"
import { spanInWords } from "~/effects/base/text/moments"

export interface BackupState {
  /** In words: "the folder /backups". */
  readonly place: string
  /** `at` in Unix milliseconds; `stored`: backups in the place. */
  readonly last: { readonly at: number; readonly bytes: number; readonly stored: number } | null
  /** Why the newest run failed; null if it did not. */
  readonly failure: { readonly at: number; readonly code: string; readonly message: string } | null
  /** The newest is older than 26 hours, or none was ever taken although one was tried. */
  readonly isStale: boolean
}

const UNITS = ["kB", "MB", "GB", "TB"]

export const sizeInWords = (bytes: number): string => {
  if (bytes < 1_000) return counted(bytes, "byte")
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1_000 ** power
  return `${size < 10 ? size.toFixed(1) : grouped(Math.round(size))} ${UNITS[power - 1]}`
}

/** "2.1 MB, 3 h ago, in the folder /backups (7 backups)" */
export const backupInWords = ({ last, place }: BackupState, now: number): string => {
  if (last === null) return `none yet in ${place}`
  const { at, bytes, stored } = last
  const ago = now - at < 60_000 ? "within the last minute" : `${spanInWords(now - at)} ago`
  return `${sizeInWords(bytes)}, ${ago}, in ${place} (${counted(stored, "backup")})`
}
