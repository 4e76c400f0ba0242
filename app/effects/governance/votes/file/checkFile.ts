/** Any file this site gives out to be checked: told apart by the schema it names. The one entry of pages and servers. */

import { isBondReceiptSchema } from "./bondReceipt"
import { checkBallotFile } from "./checkBallotFile"
import { checkBondReceipt } from "./checkBondReceipt"
import { checkSigned, RECEIPT_SCHEMA, STATEMENT_SCHEMA } from "./checkStatement"
import { placeOf } from "./form"
import { parseJson } from "./layout"
import type { OnProgress } from "./pace"
import { numbered, type Report, unreadable } from "./Report"

export const MAX_FILE_BYTES = 10_485_760 // 10 MiB, docs/product/publishing.md, 3.6.2
export const TOO_LARGE = "The file is larger than 10 MiB."

/** @param text the file, decoded as UTF-8. Rejects only where `loadCurves` does; of ballots it tells how far it is. */
export const checkFile = async (text: string, onProgress?: OnProgress): Promise<Report> => {
  const value = parseJson(text)
  const schema = typeof value === "object" && value !== null && "schema" in value ? value.schema : undefined
  if (isBondReceiptSchema(schema)) return checkBondReceipt(value, text)
  if (schema === STATEMENT_SCHEMA || schema === RECEIPT_SCHEMA) return checkSigned(value, text, schema)
  // Pairings are for sealed votes alone: nobody else loads them.
  if (schema === "ballot-receipt/2") return (await import("./checkSealedReceipt")).checkSealedReceipt(value, text)
  // A damaged ballot file is still looked at as one, so that its damaged line can be named.
  if (/"ballots\s*":/.test(text) || (typeof schema === "string" && schema.startsWith("ballots"))) {
    return checkBallotFile(text, onProgress)
  }
  return unreadable("This is not a file of ballots, an announcement or a receipt.")
}

const LINE_FEED = 10

/** Where bytes are no UTF-8, the line they stand on. */
const undecodable = (bytes: Uint8Array): Report => {
  const lossy = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  const again = new TextEncoder().encode(lossy)
  const at = bytes.findIndex((byte, index) => byte !== again[index])
  const before = bytes.subarray(0, Math.max(at, 0)).filter((byte) => byte === LINE_FEED).length
  const place = placeOf(lossy.split("\n"), before)
  const words = place.row === null ? "The file is no text in UTF-8." : `1 ballot fails: ${numbered([place.row])}.`
  return unreadable(words, [{ ...place, words: `Line ${before + 1} is no text in UTF-8.` }])
}

/** Bytes of a file as text; a report where they are too many or no UTF-8. */
export const readBytes = (bytes: Uint8Array): string | Report => {
  if (bytes.length > MAX_FILE_BYTES) return unreadable(TOO_LARGE)
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undecodable(bytes)
  }
}
