/**
 * The sealed ballots of a file, opened and counted by whoever checks it: the beacon's signature is verified first, and
 * nothing else is needed (docs/votes.md, "Sealed ballots").
 */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Array as Arr, Either } from "effect"
import { isSealedBallot, type OpenEntry } from "../ballot/Ballot"
import { lentCount, standingLoans } from "../lent/lentWeight"
import { countable, countOpened, nothingCounted, tallyOfSealed, withLent } from "../sealed/count"
import type { Choice } from "../sealed/Sealed"
import { openContent } from "../sealed/SealedBody"
import type { Tally } from "../Tally"
import { isRoundSignature } from "../timelock"
import type { BallotFile } from "./BallotFile"
import { loansOf } from "./checkLent"
import type { Pace } from "./pace"
import { type Finding, numbered, type Step } from "./Report"
import { OPENS, SIGNATURE } from "./sealedSteps"

export interface OpenedFile {
  readonly tally: Tally
  /** In the order of the chain; null of what is spoilt. */
  readonly choices: ReadonlyArray<Choice | null>
  readonly findings: ReadonlyArray<Finding>
  readonly steps: ReadonlyArray<Step>
}

const COUNTED_AT_ONCE = 100

const beaconProblem = ({ beacon, proposal }: BallotFile): string | undefined => {
  if (beacon === undefined || proposal.beacon === undefined) return "The vote is not sealed, and names no beacon."
  const { chain, publicKey, round } = proposal.beacon
  if (beacon.chain !== chain || beacon.publicKey !== publicKey || beacon.round !== round) {
    return "It is another beacon or round than the one that was frozen at the opening."
  }
  const isRight = isRoundSignature(hexToBytes(beacon.signature), { publicKey: hexToBytes(publicKey), round })
  return isRight ? undefined : "Its signature is not the beacon's for this round."
}

/** Each ballot opened, with others' turns in between: some tens of milliseconds a ballot. */
const openAll = async (entries: ReadonlyArray<OpenEntry>, file: BallotFile, signature: Uint8Array, pace: Pace) => {
  const choices: Array<Choice | null> = []
  await pace.each(entries, ({ ballot }) => {
    const content = isSealedBallot(ballot) ? openContent(ballot.sealed, signature) : Either.right(ballot)
    const counts = Either.flatMap(content, (found) => countable(file.proposal, found))
    choices.push(Either.isRight(counts) ? counts.right.choice : null)
  })
  return choices
}

/** @param entries all of the file, where none is left out. */
export const openFile = async (
  file: BallotFile,
  entries: ReadonlyArray<OpenEntry>,
  pace: Pace
): Promise<OpenedFile> => {
  const problem = beaconProblem(file)
  const signature = hexToBytes(file.beacon?.signature ?? "")
  const choices =
    problem === undefined ? await openAll(entries, file, signature, pace) : entries.map((): Choice | null => null)
  const latest = new Map(entries.map(({ ballot, seq }) => [ballot.account, seq]))
  const ballots = entries.map(({ ballot, seq, weight }, at) => {
    return { seq, weight, isLatest: latest.get(ballot.account) === seq, choice: choices[at] ?? null }
  })
  let counted = nothingCounted(file.proposal)
  await pace.each(Arr.chunksOf(ballots, COUNTED_AT_ONCE), (some) => {
    counted = countOpened(file.proposal, counted, some)
  })
  const loans = loansOf(file)
  if (loans !== null) {
    const chosen = new Map(entries.map(({ ballot }, at) => [ballot.account, { choice: choices[at] ?? null }]))
    counted = withLent(file.proposal, counted, lentCount(file.proposal, standingLoans(loans, chosen)))
  }
  const spoilt = counted.spoilt.ballots
  const opened = `${entries.length - spoilt.length} of ${entries.length}`
  const spoiltWords = `Spoilt, and not counted: ${numbered(spoilt)}.`
  return {
    tally: tallyOfSealed(file.proposal, counted),
    choices,
    findings: problem === undefined ? [] : [{ row: null, where: "beacon", words: problem }],
    steps: [
      { name: SIGNATURE, state: problem === undefined ? "ok" : "bad", figure: "", detail: problem ?? "" },
      problem !== undefined
        ? { name: OPENS, state: "skipped", figure: "", detail: "Without the signature nothing opens." }
        : spoilt.length === 0
          ? { name: OPENS, state: "ok", figure: opened, detail: "" }
          : { name: OPENS, state: "warn", figure: opened, detail: spoiltWords }
    ]
  }
}
