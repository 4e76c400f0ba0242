/** Checks signed statements and receipts as files: the same signature, without a count (docs/product/votes.md). */
import { Either, Schema } from "effect"
import { entryHash } from "~/effects/base/text/digest"
import { type Statement, statementDigest } from "~/effects/base/text/statement"
import { Ballot, BallotProof, ballotDigest, Entry } from "../ballot/Ballot"
import { AccountText, Digest, Id, Instant, NetworkId, Nonce, Origin, text } from "../fields"
import { HOLDING_NOTE, holdingOf } from "./holder"
import { OTHER_LAYOUT } from "./layout"
import { failed, type Report, type Step, stepOf } from "./Report"
import { formStep, readStrictly, writeLine } from "./readStrictly"
import { isSignedFor } from "./signature"

export const STATEMENT_SCHEMA = "statement/1"
export const RECEIPT_SCHEMA = "ballot-receipt/1"

const Site = {
  dAppDefinitionAddress: AccountText,
  origin: Origin
}
const Issued = {
  v: Schema.Literal(1),
  networkId: NetworkId,
  community: Id,
  id: Id,
  issuer: AccountText,
  title: text(1, 140),
  body: text(1, 20_000),
  publishAt: Instant,
  nonce: Nonce
}
const StatedChoice = Schema.Struct({
  key: Schema.String,
  label: text(1, 80),
  note: text(0, 200),
  start: Schema.optionalWith(Schema.String, { exact: true }),
  end: Schema.optionalWith(Schema.String, { exact: true })
})
const StatedRules = Schema.Struct({
  voteType: Schema.String,
  maxSelections: Schema.NullOr(Schema.Int),
  seats: Schema.NullOr(Schema.Int),
  reviewHours: Schema.Int,
  opensAt: Instant,
  closesAt: Instant,
  quorumPct: Schema.Number,
  /** A fraction is a text. Rules are not interpreted here. */
  thresholdPct: Schema.Union(Schema.Number, Schema.String),
  weightMode: Schema.String,
  resultsVisibility: Schema.String
})

export const StatementFile = Schema.Struct({
  schema: Schema.Literal(STATEMENT_SCHEMA),
  ...Site,
  statement: Schema.Union(
    Schema.Struct({ kind: Schema.Literal("announcement"), ...Issued }),
    Schema.Struct({
      kind: Schema.Literal("proposal"),
      ...Issued,
      choices: Schema.Array(StatedChoice),
      rules: StatedRules,
      actionHash: Schema.NullOr(Digest)
    })
  ),
  digest: Digest,
  proof: BallotProof
})
export type StatementFile = typeof StatementFile.Type

/** A voter's receipt: the whole ballot with its place in the chain. */
export const ReceiptFile = Schema.Struct({
  schema: Schema.Literal(RECEIPT_SCHEMA),
  ...Site,
  ...Entry.fields,
  ballot: Ballot
})
export type ReceiptFile = typeof ReceiptFile.Type

/** Both kinds are one canonical line. */
export const writeSigned = (file: StatementFile | ReceiptFile): string => writeLine(file)

interface Signed {
  readonly file: StatementFile | ReceiptFile
  readonly isOwnLayout: boolean
  readonly digestNow: string
  readonly account: string
  readonly networkId: number
  readonly subject: string
  readonly verdict: string
  readonly more: ReadonlyArray<Step>
}

const report = async ({
  account,
  digestNow,
  file,
  isOwnLayout,
  more,
  networkId,
  subject,
  verdict
}: Signed): Promise<Report> => {
  const isKnown = holdingOf(file.proof, account, networkId) === "derived"
  const isSigned = await isSignedFor(file.proof, file.digest, file)
  const steps: ReadonlyArray<Step> = [
    formStep(file.schema, isOwnLayout, `Made for ${file.origin}.`),
    stepOf("The hash matches the text", digestNow === file.digest, "The text is not the one that was signed."),
    stepOf("The signature is right", isSigned, "It does not match the hash. The text was changed after it was signed."),
    {
      name: "The key belongs to the account",
      state: isKnown ? "ok" : "warn",
      figure: isKnown ? "1 of 1" : "0 of 1",
      detail: isKnown ? `1 ${HOLDING_NOTE}.` : "1 not checked."
    },
    ...more
  ]
  const findings = failed(steps)
  const holds = findings.length === 0
  const open = [
    isOwnLayout ? "" : OTHER_LAYOUT,
    isKnown ? "" : "Its key could not be matched to the account without the network."
  ]
  return {
    holds,
    verdict: holds ? verdict : "This file does not check out.",
    detail: holds ? open.filter((words) => words !== "").join(" ") : (findings[0]?.words ?? ""),
    subject,
    steps,
    findings,
    marks: [],
    labels: []
  }
}

const KINDS: Readonly<Record<Statement["kind"], string>> = { announcement: "announcement", proposal: "proposal" }

const checkStatement = (file: StatementFile, isOwnLayout: boolean): Promise<Report> => {
  const { statement } = file
  return report({
    file,
    isOwnLayout,
    digestNow: statementDigest(statement),
    account: statement.issuer,
    networkId: statement.networkId,
    subject: statement.title,
    verdict: `This ${KINDS[statement.kind]} was signed by ${statement.issuer}, exactly as it is here.`,
    more: []
  })
}

/** A step that the file alone cannot pass. */
export const BALLOT_SITE_STEP = "The ballot is in the record of its site"

export const receiptVerdict = ({ seq }: ReceiptFile, confirmation: "confirmed" | "open" | "refuted"): string => {
  if (confirmation === "refuted") return `This receipt is not confirmed: its site has no such ballot ${seq}.`
  const outcome = confirmation === "confirmed" ? "is confirmed" : "is complete in itself, and not confirmed"
  return `This receipt ${outcome}: ballot ${seq} of its vote.`
}

/** Checks what the file alone shows. Confirming it needs others (receiptQuestions). */
const checkReceipt = async (file: ReceiptFile, isOwnLayout: boolean): Promise<Report> => {
  const ask = `Not asked. Check this file on ${file.origin}, or look for its entryHash in the ballot file.`
  const found = await report({
    file,
    isOwnLayout,
    digestNow: ballotDigest(file.ballot),
    account: file.ballot.account,
    networkId: file.ballot.networkId,
    subject: `Receipt of ballot ${file.seq}`,
    verdict: receiptVerdict(file, "open"),
    more: [
      stepOf(
        "Its place in the chain is right",
        entryHash(file.prevHash, file.digest, file.proof.signature) === file.entryHash,
        "The link does not match the hash and signature."
      ),
      { name: BALLOT_SITE_STEP, state: "warn", figure: "", detail: ask }
    ]
  })
  if (!found.holds) return found
  const open = `Only its site (${file.origin}) and the ballot file can show that it is in the record.`
  return { ...found, confirmation: "open", detail: found.detail === "" ? open : `${found.detail} ${open}` }
}

export const checkSigned = async (value: unknown, source: string, schema: string): Promise<Report> => {
  if (schema === STATEMENT_SCHEMA) {
    const read = await readStrictly(StatementFile, value, source)
    return Either.isLeft(read) ? read.left : checkStatement(read.right.file, read.right.isOwnLayout)
  }
  const read = await readStrictly(ReceiptFile, value, source)
  return Either.isLeft(read) ? read.left : checkReceipt(read.right.file, read.right.isOwnLayout)
}
