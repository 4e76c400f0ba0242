/**
 * Checks a voter's own receipt of a sealed ballot: it also contains the key, so that the voter can show what they
 * sealed (docs/votes.md). Nobody else can make it, since the server never has the key.
 */
import { Either, Schema } from "effect"
import { Entry, SealedBallot } from "../ballot/Ballot"
import { AccountText, Origin } from "../fields"
import { BeaconRound } from "../sealed/BeaconRound"
import type { Choice } from "../sealed/Sealed"
import { showContent } from "../sealed/SealedBody"
import { checkSigned, RECEIPT_SCHEMA } from "./checkStatement"
import type { Report, Step } from "./Report"
import { readStrictly, writeLine } from "./readStrictly"

export const SEALED_RECEIPT_SCHEMA = "ballot-receipt/2"

const Secret = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))

export const SealedReceiptFile = Schema.Struct({
  schema: Schema.Literal(SEALED_RECEIPT_SCHEMA),
  dAppDefinitionAddress: AccountText,
  origin: Origin,
  ...Entry.fields,
  ballot: SealedBallot,
  beacon: BeaconRound,
  opens: Schema.Struct({ key: Secret, sigma: Secret })
})
export type SealedReceiptFile = typeof SealedReceiptFile.Type

const STEP = "It shows what was sealed"

const BASIC: Readonly<Record<string, string>> = { yes: "Yes", no: "No", abstain: "Abstain" }
const quoted = (key: string): string => BASIC[key] ?? `“${key}”`

/** "Yes", "“lake”, then “hall”", "60 for “lake”, 40 for “hall”". A receipt has the keys of choices, not their names. */
const choiceInWords = (choice: Choice): string => {
  if (typeof choice === "string") return quoted(choice)
  if (isList(choice)) return choice.map(quoted).join(", then ")
  return Object.entries(choice)
    .map(([key, points]) => `${points} for ${quoted(key)}`)
    .join(", ")
}
const isList = (choice: Choice): choice is ReadonlyArray<string> => Array.isArray(choice)

const shown = ({ ballot, beacon, opens }: SealedReceiptFile): Step =>
  Either.match(showContent(ballot.sealed, beacon, opens, ballot), {
    onLeft: (detail): Step => ({ name: STEP, state: "bad", figure: "", detail }),
    onRight: ({ choice, reason }): Step => ({
      name: STEP,
      state: "ok",
      figure: "",
      detail: `The choice ${choiceInWords(choice)}${reason === "" ? ", without a reason" : `, with the reason “${reason}”`}.`
    })
  })

export const checkSealedReceipt = async (value: unknown, source: string): Promise<Report> => {
  const read = await readStrictly(SealedReceiptFile, value, source)
  if (Either.isLeft(read)) return read.left
  const { beacon: _beacon, opens: _opens, ...plain } = read.right.file
  const receipt = { ...plain, schema: RECEIPT_SCHEMA }
  const report = await checkSigned(receipt, writeLine(receipt), RECEIPT_SCHEMA)
  const step = shown(read.right.file)
  if (step.state === "ok") return { ...report, steps: [...report.steps, step] }
  return {
    ...report,
    holds: false,
    verdict: "This file does not check out.",
    detail: step.detail,
    steps: [...report.steps, step],
    findings: [...report.findings, { row: null, where: "opens", words: step.detail }]
  }
}
