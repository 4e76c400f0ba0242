/**
 * Checks any file that this site publishes for checking; its schema says which kind it is. The only entry point for
 * pages and servers.
 */

import { Either } from "effect"
import { codeOf } from "~/effects/base/text/checkCode"
import { counted } from "~/effects/base/text/counted"
import { checksumOf, REGISTER_SCHEMA, RegisterFile } from "~/effects/governance/decisions/register"
import { isBlt } from "../elections/isBlt"
import { isBondReceiptSchema } from "./bondReceipt"
import { checkBallotFile, TOO_LARGE_TO_READ } from "./checkBallotFile"
import { checkBondReceipt } from "./checkBondReceipt"
import { checkSigned, RECEIPT_SCHEMA, STATEMENT_SCHEMA } from "./checkStatement"
import { decoded } from "./decoded"
import type { Crew } from "./gathered"
import { parseJson } from "./layout"
import { MAX_FILE_BYTES, MAX_WHOLE_BYTES } from "./limits"
import { byPercent, makePace, type OnProgress, type Pace } from "./pace"
import { failed, type Report, type Step, stepOf, unreadable } from "./Report"
import { formStep, readStrictly } from "./readStrictly"
import { workHere } from "./sliceWork"

const isInOrder = ({ decisions }: RegisterFile): boolean =>
  decisions.every(({ closedAt, number }, n) => {
    const before = decisions[n - 1]
    return (
      before === undefined || before.closedAt < closedAt || (before.closedAt === closedAt && before.number < number)
    )
  })

const isInYear = ({ decisions, until, year }: RegisterFile): boolean =>
  until <= `${Number(year) + 1}-01-01T00:00:00.000Z` &&
  decisions.every(({ closedAt }) => closedAt.startsWith(`${year}-`) && closedAt < until)

const stepsOf = (file: RegisterFile, isOwnLayout: boolean): ReadonlyArray<Step> => [
  formStep(file.schema, isOwnLayout, `Made by ${file.origin}.`),
  stepOf(
    "The checksum is that of the content",
    checksumOf(file) === file.checksum,
    "The content was changed after the checksum was made, or the checksum belongs to another register.",
    codeOf(file.checksum)
  ),
  stepOf("All decisions are of its year", isInYear(file), "A decision is of another time.", file.year),
  stepOf("Each decision is listed once, in order", isInOrder(file), "A decision is listed twice, or out of order.")
]

const checkRegister = async (value: unknown, source: string): Promise<Report> => {
  const read = await readStrictly(RegisterFile, value, source)
  if (Either.isLeft(read)) return read.left
  const { file, isOwnLayout } = read.right
  const steps = stepsOf(file, isOwnLayout)
  const findings = failed(steps)
  const subject = `${file.community.name}, decisions of ${file.year}`
  const common = { subject, steps, findings, marks: [], labels: [] }
  const [first] = findings
  if (first !== undefined) {
    return { ...common, holds: false, verdict: "This file does not check out.", detail: first.words }
  }
  const many = counted(file.decisions.length, "decision")
  return {
    ...common,
    holds: true,
    confirmation: "open",
    verdict: `The register is complete as it was made: ${many} until ${file.until.slice(0, 10)}, code ${codeOf(file.checksum)}.`,
    detail: `Anyone could have written such a file. Compare the code with the register on ${file.origin}, and check the ballot file of a decision that matters to you: its address is in the register.`
  }
}

export const TOO_LARGE = "The file is larger than 1 GiB."
export const TOO_LARGE_TO_POST =
  "The file is larger than 10 MiB, the limit for checks on this server. Check it on this page with scripts " +
  "turned on, or with “npm run verify -- file.json”: both accept larger files."

const NO_FILE_OF_OURS = "This is not a ballot file, a BLT file, an announcement, a receipt or a register of decisions."
/** The start of a ballot file, which names its schema. */
const START_BYTES = 65_536

export interface Checking {
  /** Does the slices of a ballot file; by default, this thread. */
  readonly crew?: Crew
  readonly pace?: Pace
  readonly onProgress?: OnProgress
}

/** Checks a file that fits into memory, by its schema; undefined for a ballot file. */
const checkOther = async (text: string): Promise<Report | undefined> => {
  // Only elections of other programs need their counts, so only they load them.
  if (isBlt(text)) return (await import("../elections/countElection")).countBlt(text)
  const value = parseJson(text)
  const schema = typeof value === "object" && value !== null && "schema" in value ? value.schema : undefined
  if (isBondReceiptSchema(schema)) return checkBondReceipt(value, text)
  if (schema === STATEMENT_SCHEMA || schema === RECEIPT_SCHEMA) return checkSigned(value, text, schema)
  if (schema === REGISTER_SCHEMA) return checkRegister(value, text)
  // Only sealed votes need pairings, so only they load them.
  if (schema === "ballot-receipt/2") return (await import("./checkSealedReceipt")).checkSealedReceipt(value, text)
  // A damaged ballot file is still checked as one, so that its damaged line can be named.
  const isBallots = /"ballots\s*":/.test(text) || (typeof schema === "string" && schema.startsWith("ballots"))
  return isBallots ? undefined : unreadable(NO_FILE_OF_OURS)
}

/**
 * Checks a file of any kind. Rejects if it cannot be read, if `loadCurves` rejects, if the check is cancelled, and with
 * errors of the crew.
 */
export const checkBlob = async (
  file: Blob,
  { onProgress = () => undefined, pace = makePace(), crew }: Checking = {}
): Promise<Report> => {
  if (file.size > MAX_FILE_BYTES) return unreadable(TOO_LARGE)
  const start = new TextDecoder().decode(await file.slice(0, START_BYTES).arrayBuffer())
  // Files in our own layout are read in pieces.
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
