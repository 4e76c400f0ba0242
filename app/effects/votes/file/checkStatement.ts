/** Signed statements and receipts as files: the same signature, without a count (product 3.5.4, points 5 and 8). */
import { Either, Schema } from "effect"
import { Ballot, BallotProof, ballotDigest, Entry } from "../ballot/Ballot"
import { canonical, type Json } from "../canonical"
import { entryHash } from "../digest"
import { AccountAddress, Digest, Id, Instant, NetworkId, Nonce, STRICT, text } from "../fields"
import { type Statement, statementDigest } from "../statement"
import { HOLDING_NOTE, holdingOf } from "./holder"
import { type Finding, type Report, type Step, unreadable } from "./Report"
import { isSignedFor } from "./signature"

export const STATEMENT_SCHEMA = "statement/1"
export const RECEIPT_SCHEMA = "ballot-receipt/1"

const Site = {
  dAppDefinitionAddress: AccountAddress,
  origin: Schema.String.pipe(Schema.pattern(/^https?:\/\/[^\s/]{1,253}$/))
}
const Issued = {
  v: Schema.Literal(1),
  networkId: NetworkId,
  community: Id,
  id: Id,
  issuer: AccountAddress,
  title: text(1, 140),
  body: text(1, 20_000),
  publishAt: Instant,
  nonce: Nonce
}
const StatedChoice = Schema.Struct({ key: Schema.String, label: text(1, 80), note: text(0, 200) })
const StatedRules = Schema.Struct({
  voteType: Schema.String,
  maxSelections: Schema.NullOr(Schema.Int),
  seats: Schema.NullOr(Schema.Int),
  reviewHours: Schema.Int,
  opensAt: Instant,
  closesAt: Instant,
  quorumPct: Schema.Number,
  thresholdPct: Schema.Number,
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

/** What a voter keeps: the whole ballot with its place in the chain. */
export const ReceiptFile = Schema.Struct({
  schema: Schema.Literal(RECEIPT_SCHEMA),
  ...Site,
  ...Entry.fields,
  ballot: Ballot
})
export type ReceiptFile = typeof ReceiptFile.Type

/** Either kind is one canonical line. */
export const writeSigned = (file: StatementFile | ReceiptFile): string => `${canonical(file as Json)}\n` // schema of JSON

interface Signed {
  readonly file: StatementFile | ReceiptFile
  readonly digestNow: string
  readonly account: string
  readonly networkId: number
  readonly subject: string
  readonly verdict: string
  readonly more: ReadonlyArray<Step>
}

const step = (name: string, isRight: boolean, words: string, figure = ""): Step => ({
  name,
  state: isRight ? "ok" : "bad",
  figure,
  detail: isRight ? "" : words
})

const report = async ({ account, digestNow, file, more, networkId, subject, verdict }: Signed): Promise<Report> => {
  const isKnown = holdingOf(file.proof, account, networkId) === "derived"
  const isSigned = await isSignedFor(file.proof, file.digest, file)
  const steps: ReadonlyArray<Step> = [
    { ...step("The file has the right form", true, "", file.schema), detail: `Made for ${file.origin}.` },
    step("The digest fits the text", digestNow === file.digest, "The text is not the one that was signed."),
    step("The signature is right", isSigned, "It does not fit the digest. The text was changed after it was signed."),
    {
      name: "The key belongs to the account",
      state: isKnown ? "ok" : "warn",
      figure: isKnown ? "1 of 1" : "0 of 1",
      detail: isKnown ? `1 ${HOLDING_NOTE}.` : "1 not checked."
    },
    ...more
  ]
  const bad = steps.filter(({ state }) => state === "bad")
  const findings: ReadonlyArray<Finding> = bad.map(({ detail, name }) => ({ row: null, where: name, words: detail }))
  const holds = findings.length === 0
  return {
    holds,
    verdict: holds ? verdict : "This file does not check out.",
    detail: holds
      ? isKnown
        ? ""
        : "Its key could not be tied to the account without the network."
      : (bad[0]?.detail ?? ""),
    subject,
    steps,
    findings,
    marks: [],
    labels: []
  }
}

const KINDS: Readonly<Record<Statement["kind"], string>> = { announcement: "announcement", proposal: "proposal" }

const checkStatement = (file: StatementFile): Promise<Report> => {
  const { statement } = file
  return report({
    file,
    digestNow: statementDigest(statement),
    account: statement.issuer,
    networkId: statement.networkId,
    subject: statement.title,
    verdict: `This ${KINDS[statement.kind]} was signed by ${statement.issuer}, as it stands here.`,
    more: []
  })
}

const checkReceipt = (file: ReceiptFile): Promise<Report> =>
  report({
    file,
    digestNow: ballotDigest(file.ballot),
    account: file.ballot.account,
    networkId: file.ballot.networkId,
    subject: `Receipt of ballot ${file.seq}`,
    verdict: `This receipt is in order: ballot ${file.seq} of its vote. Look for its entryHash in the ballot file.`,
    more: [
      step(
        "Its place in the chain fits",
        entryHash(file.prevHash, file.digest, file.proof.signature) === file.entryHash,
        "The link does not fit digest and signature."
      )
    ]
  })

const readStrictly = <A extends StatementFile | ReceiptFile, I>(
  schema: Schema.Schema<A, I>,
  value: unknown,
  source: string
): Either.Either<A, Report> =>
  Schema.decodeUnknownEither(
    schema,
    STRICT
  )(value).pipe(
    Either.mapLeft(() => unreadable("This file has not the form its first line names.")),
    Either.filterOrLeft(
      (file) => writeSigned(file) === source,
      () =>
        unreadable("This file is not written in the one fixed way. Fetch it again instead of saving it from an editor.")
    )
  )

export const checkSigned = async (value: unknown, source: string, schema: string): Promise<Report> => {
  if (schema === STATEMENT_SCHEMA) {
    const file = readStrictly(StatementFile, value, source)
    return Either.isLeft(file) ? file.left : checkStatement(file.right)
  }
  const file = readStrictly(ReceiptFile, value, source)
  return Either.isLeft(file) ? file.left : checkReceipt(file.right)
}
