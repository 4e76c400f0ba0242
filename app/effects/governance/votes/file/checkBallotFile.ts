/**
 * Re-counting a ballot file: seven steps, each with what was found, and a verdict in words (docs/product/publishing.md,
 * 3.6.2). Runs in a page and on a server alike; nothing leaves the machine. Long files let others have their turn now
 * and then.
 */
import { Either } from "effect"
import { isSealedBallot } from "../ballot/Ballot"
import { resultName } from "../count/words"
import type { Tally } from "../Tally"
import type { BallotFile } from "./BallotFile"
import { checkLent, lentSteps } from "./checkLent"
import {
  checkChain,
  checkCount,
  checkDigests,
  checkHead,
  checkWeights,
  isOpen,
  isUnopened,
  signatureFinding
} from "./checks"
import { readForm } from "./form"
import { HOLDING_NOTE, holdingOf } from "./holder"
import { OTHER_LAYOUT } from "./layout"
import type { OpenedFile } from "./openSealed"
import { makePace, type OnProgress, type Pace } from "./pace"
import { type Finding, numbered, type Report, type Step, told, unreadable } from "./Report"
import { NOT_OPENED, notOpened } from "./sealedSteps"
import { isSignedFor } from "./signature"

const rowsOf = (findings: ReadonlyArray<Finding>) => [
  ...new Set(findings.flatMap(({ row }) => (row === null ? [] : [row])))
]

const shortHex = (hex: string) => `${hex.slice(0, 4)}…${hex.slice(-4)}`

const step = (name: string, figure: string, findings: ReadonlyArray<Finding>, detail = ""): Step => ({
  name,
  state: findings.length === 0 ? "ok" : "bad",
  figure,
  detail: findings[0] === undefined ? detail : `${capital(findings[0].where)}: ${findings[0].words}`
})
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const share = (file: BallotFile, findings: ReadonlyArray<Finding>) =>
  `${file.ballots.length - rowsOf(findings).length} of ${file.ballots.length}`

const formStep = (file: BallotFile, head: ReadonlyArray<Finding>, isOwnLayout: boolean): Step => {
  const asPublished = step("The file has the right form", file.schema, head, `Made for ${file.origin}.`)
  return isOwnLayout || head.length > 0
    ? asPublished
    : { ...asPublished, state: "warn", detail: `${OTHER_LAYOUT} ${asPublished.detail}` }
}

const checkSignatures = async (file: BallotFile, pace: Pace): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  await pace.each(file.ballots, async ({ digest, proof }, index) => {
    if (!(await isSignedFor(proof, digest, file))) findings.push(signatureFinding(index))
  })
  return findings
}

const keyStep = async (file: BallotFile, pace: Pace): Promise<Step & { readonly unknown: number }> => {
  let derived = 0
  await pace.each(file.ballots, (entry) => {
    if (isOpen(entry) && holdingOf(entry.proof, entry.ballot.account, file.networkId) === "derived") derived += 1
  })
  const unknown = file.ballots.length - derived
  const detail = [
    ...(derived === 0 ? [] : [`${derived} ${HOLDING_NOTE}`]),
    ...(unknown === 0 ? [] : [`${unknown} not checked`])
  ].join("; ")
  return {
    name: "Each key belongs to its account",
    state: unknown === 0 ? "ok" : "warn",
    figure: `${derived} of ${file.ballots.length}`,
    detail: detail === "" ? "" : `${detail}.`,
    unknown
  }
}

const total = (count: number) =>
  count === 0 ? "There are no ballots." : count === 1 ? "The one ballot checks out." : `All ${count} ballots check out.`

const badVerdict = (file: BallotFile, findings: ReadonlyArray<Finding>): string => {
  const rows = rowsOf(findings).sort((one, other) => one - other)
  const count = file.ballots.length
  if (rows.length > 0)
    return `${rows.length} of ${count} ballots ${rows.length === 1 ? "fails" : "fail"}: ${numbered(rows)}.`
  const [first] = findings
  return `${total(count)} The file does not: ${first?.where ?? "its form"}.`
}

const marksOf = (file: BallotFile, opened: OpenedFile | undefined): Report["marks"] =>
  file.ballots.map(({ ballot }, at) => {
    const choice = opened?.choices[at] ?? (ballot !== null && !isSealedBallot(ballot) ? ballot.choice : null)
    const index = file.proposal.choices.findIndex(({ key }) => key === choice)
    return index < 0 ? null : index
  })

/** The report of what is no ballot file. */
const misshapen = (findings: ReadonlyArray<Finding>): Report => {
  const rows = rowsOf(findings)
  const places = findings.map(({ where }) => where)
  const words =
    rows.length > 0
      ? `${rows.length === 1 ? "1 ballot fails" : `${rows.length} ballots fail`}: ${numbered(rows)}.`
      : `This is not a ballot file as it should be: ${places.slice(0, 3).join(", ")}.`
  return { ...unreadable(words, told(findings)), detail: findings[0]?.words ?? "" }
}

const COUNT = "The count gives the stated result"
const SEALED: Step = { name: COUNT, state: "skipped", figure: "", detail: "Choices are sealed until the close." }
const LEFT_CLOSED: Step = { ...SEALED, detail: NOT_OPENED }

const countStep = (file: BallotFile, findings: ReadonlyArray<Finding>, tally: Tally): Step => ({
  ...step(COUNT, "", findings, tally.words),
  ...(file.tally === null ? { state: "warn" as const, detail: `No result is stated yet. ${tally.words}` } : {})
})

const resultWords = ({ proposal, tally: stated }: BallotFile, tally: Tally, isSealed: boolean): string => {
  if (isSealed) return "The result is shown after the close."
  const name = resultName(proposal, tally)
  return stated === null ? `The vote is open; the result so far is ${name}.` : `The result is ${name}.`
}

export const checkBallotFile = async (text: string, onProgress?: OnProgress): Promise<Report> => {
  const pace = makePace(onProgress)
  const form = await readForm(text, pace)
  if (Either.isLeft(form)) {
    return misshapen(form.left)
  }

  const { file, isOwnLayout } = form.right
  const head = checkHead(file)
  const digests = await checkDigests(file, pace)
  const signatures = await checkSignatures(file, pace)
  const keys = await keyStep(file, pace)
  const chain = await checkChain(file, pace)
  const weights = await checkWeights(file, pace)
  const lent = await checkLent(file, pace)
  const faults = [...head, ...digests, ...signatures, ...chain, ...weights, ...lent]
  // Opening takes some tens of milliseconds a ballot, and could not mend a file that has other faults.
  const isLeftClosed = file.beacon !== undefined && faults.length > 0
  // Pairings are for sealed votes alone: nobody else loads them.
  const opened =
    file.beacon === undefined || isLeftClosed
      ? undefined
      : await (await import("./openSealed")).openFile(file, file.ballots.filter(isOpen), pace)
  const counted = isLeftClosed ? undefined : checkCount(file, opened?.tally)
  const findings = [...faults, ...(opened?.findings ?? []), ...(counted?.findings ?? [])]

  const { proposal } = file
  const isSealed = isUnopened(file) || file.ballots.some((entry) => !isOpen(entry))
  const result = counted === undefined ? "" : resultWords(file, counted.tally, isSealed)
  const holds = findings.length === 0
  return {
    holds,
    verdict: holds ? `${total(file.ballots.length)} ${result}` : badVerdict(file, findings),
    detail: holds
      ? [isOwnLayout ? "" : OTHER_LAYOUT, keyWords(keys.unknown)].filter((words) => words !== "").join(" ")
      : (findings[0]?.words ?? ""),
    subject: `${proposal.community.name}, proposal ${proposal.number}: ${proposal.title}`,
    steps: [
      formStep(file, head, isOwnLayout),
      step("Every digest fits its ballot", share(file, digests), digests),
      step("Every signature is right", share(file, signatures), signatures),
      keys,
      step("The chain is in order, and its head fits", shortHex(file.headHash), chain),
      step("Weights are those of the snapshot", `all ${file.voters.length}`, weights),
      ...lentSteps(file, lent),
      ...(isLeftClosed ? notOpened : (opened?.steps ?? [])),
      counted === undefined ? LEFT_CLOSED : isSealed ? SEALED : countStep(file, counted.findings, counted.tally)
    ],
    findings: told(findings),
    marks: marksOf(file, opened),
    labels: proposal.choices.map(({ label }) => label)
  }
}

const keyWords = (unknown: number): string =>
  unknown === 0
    ? ""
    : unknown === 1
      ? "One key could not be tied to its account without the network. It is counted apart below."
      : `${unknown} keys could not be tied to their accounts without the network. They are counted apart below.`
