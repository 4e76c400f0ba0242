/** Decodes bytes to text. Pure. */
import { placeOf } from "./form"
import { numbered, type Report, unreadable } from "./Report"

const LINE_FEED = 10

/** A report that names the line whose bytes are not UTF-8. */
const undecodable = (bytes: Uint8Array): Report => {
  const lossy = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  const again = new TextEncoder().encode(lossy)
  const at = bytes.findIndex((byte, index) => byte !== again[index])
  const before = bytes.subarray(0, Math.max(at, 0)).filter((byte) => byte === LINE_FEED).length
  const place = placeOf(lossy.split("\n"), before)
  const words = place.row === null ? "The file is not UTF-8 text." : `1 ballot fails: ${numbered([place.row])}.`
  return unreadable(words, [{ ...place, words: `Line ${before + 1} is not UTF-8 text.` }])
}

/** A file's bytes as text; a report if they are not UTF-8. */
export const decoded = (bytes: Uint8Array): string | Report => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undecodable(bytes)
  }
}
