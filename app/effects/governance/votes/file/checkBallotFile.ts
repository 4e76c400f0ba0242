/**
 * Recounts a ballot file: seven steps, each with its findings, and a verdict (docs/product/publishing.md). Runs in a
 * page and on a server; nothing leaves the machine. The file is read in pieces (published), and most of the work is
 * done in slices by one or more threads (sliceWork); the report does not depend on which thread finishes first.
 */
import { Either } from "effect"
import { resultName } from "../count/words"
import type { Tally } from "../Tally"
import { type BallotFile, writeBallotFile } from "./BallotFile"
import { checkDelegated, delegatedSteps } from "./checkDelegated"
import {
  checkChain,
  checkCount,
  checkHashes,
  checkHead,
  checkWeights,
  countAgain,
  hasHidden,
  isUnopened
} from "./checks"
import { decoded } from "./decoded"
import { type Findings, findingsOf, together } from "./findings"
import { readForm } from "./form"
import { type Crew, type Gathered, gather, type Irregular } from "./gathered"
import { HOLDING_NOTE } from "./holder"
import { OTHER_LAYOUT } from "./layout"
import { MAX_WHOLE_BYTES } from "./limits"
import type { OpenedFile, Opening } from "./openSealed"
import { type Finding, numbered, type Report, reported, type Step, unreadable } from "./Report"
import { NOT_OPENED, notOpened } from "./sealedSteps"
import { ANOTHER_FORM } from "./sliceWork"

const shortHex = (hex: string) => `${hex.slice(0, 4)}…${hex.slice(-4)}`

const step = (name: string, figure: string, [first]: ReadonlyArray<Finding>, detail = ""): Step => ({
  name,
  state: first === undefined ? "ok" : "bad",
  figure,
  detail: first === undefined ? detail : `${capital(first.where)}: ${first.words}`
})
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const share = ({ casts }: Gathered, { rows }: Findings) => `${casts.length - rows.size} of ${casts.length}`

const formStep = (file: BallotFile, { reported: findings }: Findings, isOwnLayout: boolean): Step => {
  const asPublished = step("The file has the right form", file.schema, findings, `Made for ${file.origin}.`)
  return isOwnLayout || findings.length > 0
    ? asPublished
    : { ...asPublished, state: "warn", detail: `${OTHER_LAYOUT} ${asPublished.detail}` }
}

const keyStep = ({ casts, derived }: Gathered): Step => {
  const unknown = casts.length - derived
  const detail = [
    ...(derived === 0 ? [] : [`${derived} ${HOLDING_NOTE}`]),
    ...(unknown === 0 ? [] : [`${unknown} not checked`])
  ].join("; ")
  return {
    name: "Each key belongs to its account",
    state: unknown === 0 ? "ok" : "warn",
    figure: `${derived} of ${casts.length}`,
    detail: detail === "" ? "" : `${detail}.`
  }
}

const total = (count: number) =>
  count === 0 ? "There are no ballots." : count === 1 ? "The one ballot checks out." : `All ${count} ballots check out.`

const badVerdict = (count: number, { rows, reported: [first] }: Findings): string => {
  const numbers = [...rows].sort((one, other) => one - other)
  if (numbers.length > 0)
    return `${numbers.length} of ${count} ballots ${numbers.length === 1 ? "fails" : "fail"}: ${numbered(numbers)}.`
  return `${total(count)} The file does not: ${first?.where ?? "its form"}.`
}

const marksOf = ({ casts, head }: Gathered, opened: OpenedFile | undefined): Report["marks"] => {
  const places = new Map(head.proposal.choices.map(({ key }, index) => [key, index]))
  return casts.map((cast, at) => {
    const choice = opened?.choices[at] ?? cast?.choice
    return typeof choice === "string" ? (places.get(choice) ?? null) : null
  })
}

const rowsOf = (findings: ReadonlyArray<Finding>) => [
  ...new Set(findings.flatMap(({ row }) => (row === null ? [] : [row])))
]

/** The report of something that is not a ballot file. */
const misshapen = (findings: ReadonlyArray<Finding>): Report => {
  const rows = rowsOf(findings)
  const places = findings.map(({ where }) => where)
  const words =
    rows.length > 0
      ? `${rows.length === 1 ? "1 ballot fails" : `${rows.length} ballots fail`}: ${numbered(rows)}.`
      : `This is not a ballot file as it should be: ${places.slice(0, 3).join(", ")}.`
  return { ...unreadable(words, reported(findings)), detail: findings[0]?.words ?? "" }
}

const COUNT = "The count gives the stated result"
const SEALED: Step = { name: COUNT, state: "skipped", figure: "", detail: "Choices are sealed until voting closes." }
const LEFT_CLOSED: Step = { ...SEALED, detail: NOT_OPENED }

const countStep = ({ head }: Gathered, findings: ReadonlyArray<Finding>, tally: Tally): Step => ({
  ...step(COUNT, "", findings, tally.words),
  ...(head.tally === null ? { state: "warn" as const, detail: `No result is stated yet. ${tally.words}` } : {})
})

const resultWords = ({ proposal, tally: stated }: BallotFile, tally: Tally, isHidden: boolean): string => {
  if (isHidden) return "The result is shown after voting closes."
  const name = resultName(proposal, tally)
  return stated === null ? `The vote is open; the result so far is ${name}.` : `The result is ${name}.`
}

const keyWords = (unknown: number): string =>
  unknown === 0
    ? ""
    : unknown === 1
      ? "One key could not be matched to its account without the network. It is counted separately below."
      : `${unknown} keys could not be matched to their accounts without the network. They are counted separately below.`

const judge = async (file: Blob, gathered: Gathered, isOwnLayout: boolean, how: Opening): Promise<Report> => {
  const { casts, derived, found, head } = gathered
  const [ofHead, digests, chain] = [checkHead(gathered), checkHashes(gathered), checkChain(gathered)]
  const [weights, delegated] = [checkWeights(gathered), checkDelegated(gathered)]
  const faults = together([ofHead, digests, found.signatures, chain, weights, delegated])
  // Opening takes some tens of milliseconds per ballot, and is pointless for a file with other faults.
  const isSealed = head.proposal.beacon !== undefined
  const isLeftClosed = isSealed && head.beacon !== undefined && faults.reported.length > 0
  // Only sealed votes and draws need pairings, so only they load them.
  const opened =
    !isSealed || head.beacon === undefined || isLeftClosed
      ? undefined
      : await (await import("./openSealed")).openFile(file, gathered, how)
  const drawn = isSealed || head.beacon === undefined ? undefined : (await import("./openSealed")).checkDraw(head)
  const tally = isLeftClosed ? undefined : (opened?.tally ?? (await countAgain(gathered, how.pace)))
  const counted = tally === undefined ? [] : checkCount(tally, head.tally)
  const findings = together([faults, findingsOf((opened ?? drawn)?.findings ?? []), findingsOf(counted)])

  const { proposal } = head
  const isHidden = isUnopened(head) || hasHidden(gathered)
  const result = tally === undefined ? "" : resultWords(head, tally, isHidden)
  const holds = findings.reported.length === 0
  return {
    holds,
    verdict: holds ? `${total(casts.length)} ${result}` : badVerdict(casts.length, findings),
    detail: holds
      ? [isOwnLayout ? "" : OTHER_LAYOUT, keyWords(casts.length - derived)].filter((words) => words !== "").join(" ")
      : (findings.reported[0]?.words ?? ""),
    subject: `${proposal.community.name}, proposal ${proposal.number}: ${proposal.title}`,
    steps: [
      formStep(head, ofHead, isOwnLayout),
      step("Every hash matches its ballot", share(gathered, digests), digests.reported),
      step("Every signature is valid", share(gathered, found.signatures), found.signatures.reported),
      keyStep(gathered),
      step("The chain is in order, and its head matches", shortHex(head.headHash), chain.reported),
      step("Weights match the snapshot", `all ${gathered.voters}`, weights.reported),
      ...delegatedSteps(gathered, delegated),
      ...(isLeftClosed ? notOpened : ((opened ?? drawn)?.steps ?? [])),
      tally === undefined ? LEFT_CLOSED : isHidden ? SEALED : countStep(gathered, counted, tally)
    ],
    findings: reported(findings.reported),
    marks: marksOf(gathered, opened),
    labels: proposal.choices.map(({ label }) => label)
  }
}

export const TOO_LARGE_TO_READ =
  "The file does not have its published layout and is larger than 10 MiB, so it is not read here. “npm run verify -- file.json” reads any layout."

const isIrregular = (read: Gathered | Irregular): read is Irregular => "findings" in read

/**
 * Only the content matters: a file with another layout is rewritten and checked; one that is not a ballot file is
 * reported as such.
 */
const checkAnew = async (file: Blob, { findings }: Irregular, how: Opening): Promise<Report> => {
  if (file.size > MAX_WHOLE_BYTES) {
    const damage = findings.filter(({ words }) => words !== ANOTHER_FORM)
    return damage.length > 0 ? misshapen(damage) : { ...unreadable(TOO_LARGE_TO_READ), findings: reported(findings) }
  }
  const text = decoded(new Uint8Array(await file.arrayBuffer()))
  if (typeof text !== "string") return text
  const form = await readForm(text, how.pace)
  if (Either.isLeft(form)) return misshapen(form.left)
  const { file: read, isOwnLayout } = form.right
  const written = new Blob([...writeBallotFile(read, read.voters, read.ballots)])
  const gathered = await gather(written, how.crew, how.onProgress)
  return isIrregular(gathered) ? misshapen(gathered.findings) : judge(written, gathered, isOwnLayout, how)
}

/** Rejects if the file cannot be read, if the check is cancelled (pace), and with errors of the crew. */
export const checkBallotFile = async (file: Blob, crew: Crew, how: Omit<Opening, "crew">): Promise<Report> => {
  const gathered = await gather(file, crew, how.onProgress)
  return isIrregular(gathered)
    ? checkAnew(file, gathered, { ...how, crew })
    : judge(file, gathered, true, { ...how, crew })
}
