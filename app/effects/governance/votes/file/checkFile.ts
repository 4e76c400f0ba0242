/** Any file this site gives out to be checked: told apart by the schema it names. The one entry of pages and servers. */

import { isBondReceiptSchema } from "./bondReceipt"
import { checkBallotFile, TOO_LARGE_TO_READ } from "./checkBallotFile"
import { checkBondReceipt } from "./checkBondReceipt"
import { checkSigned, RECEIPT_SCHEMA, STATEMENT_SCHEMA } from "./checkStatement"
import { decoded } from "./decoded"
import type { Crew } from "./gathered"
import { parseJson } from "./layout"
import { MAX_FILE_BYTES, MAX_WHOLE_BYTES } from "./limits"
import { byPercent, makePace, type OnProgress, type Pace } from "./pace"
import { type Report, unreadable } from "./Report"
import { workHere } from "./sliceWork"

export const TOO_LARGE = "The file is larger than 1 GiB."
export const TOO_LARGE_TO_POST =
  "The file is larger than 10 MiB, the limit for checks on this server. Check it on this page with scripts " +
  "turned on, or with “npm run verify -- file.json”: both accept larger files."

const NO_FILE_OF_OURS = "This is not a ballot file, an announcement or a receipt."
/** Where a ballot file names what it is. */
const START_BYTES = 65_536

export interface Checking {
  /** Who does the slices of a ballot file; by itself, this thread. */
  readonly crew?: Crew
  readonly pace?: Pace
  readonly onProgress?: OnProgress
}

/** A file that fits into memory, by what it says it is; undefined for one of ballots. */
const checkOther = async (text: string): Promise<Report | undefined> => {
  const value = parseJson(text)
  const schema = typeof value === "object" && value !== null && "schema" in value ? value.schema : undefined
  if (isBondReceiptSchema(schema)) return checkBondReceipt(value, text)
  if (schema === STATEMENT_SCHEMA || schema === RECEIPT_SCHEMA) return checkSigned(value, text, schema)
  // Pairings are for sealed votes alone: nobody else loads them.
  if (schema === "ballot-receipt/2") return (await import("./checkSealedReceipt")).checkSealedReceipt(value, text)
  // A damaged ballot file is still looked at as one, so that its damaged line can be named.
  const isBallots = /"ballots\s*":/.test(text) || (typeof schema === "string" && schema.startsWith("ballots"))
  return isBallots ? undefined : unreadable(NO_FILE_OF_OURS)
}

/**
 * A file of any kind. Rejects where it cannot be read, where `loadCurves` does, where the check was cancelled, and with what
 * a crew rejects with.
 */
export const checkBlob = async (
  file: Blob,
  { onProgress = () => undefined, pace = makePace(), crew }: Checking = {}
): Promise<Report> => {
  if (file.size > MAX_FILE_BYTES) return unreadable(TOO_LARGE)
  const start = new TextDecoder().decode(await file.slice(0, START_BYTES).arrayBuffer())
  // One of ours is read piece by piece.
  if (!/^\{\n"schema":"ballots\//.test(start)) {
    if (file.size > MAX_WHOLE_BYTES) return unreadable(/"ballots/.test(start) ? TOO_LARGE_TO_READ : NO_FILE_OF_OURS)
    const text = decoded(new Uint8Array(await file.arrayBuffer()))
    if (typeof text !== "string") return text
    const other = await checkOther(text)
    if (other !== undefined) return other
  }
  return checkBallotFile(file, crew ?? { atOnce: 1, work: workHere(pace) }, { onProgress: byPercent(onProgress), pace })
}

export const checkFile = (text: string, checking?: Checking): Promise<Report> => checkBlob(new Blob([text]), checking)
