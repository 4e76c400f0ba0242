/**
 * Opens and counts the sealed ballots of a file. Verifies the beacon's signature first, and needs nothing else
 * (docs/votes.md).
 */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Array as Arr } from "effect"
import { activeDelegations, delegatedCount } from "../delegated/delegatedWeight"
import { beaconRoundOf } from "../proposal/FrozenProposal"
import { isSameRound } from "../sealed/BeaconRound"
import { countOpened, nothingCounted, tallyOfSealed, withDelegated } from "../sealed/count"
import type { Choice } from "../sealed/Sealed"
import type { Tally } from "../Tally"
import { isRoundSignature } from "../timelock"
import type { BallotFile } from "./BallotFile"
import { delegationsIn, drawOf } from "./checks"
import type { Crew, Gathered } from "./gathered"
import type { OnProgress, Pace } from "./pace"
import { readPublished, type Slice } from "./published"
import { type Finding, numbered, type Step } from "./Report"
import { OPENS, SIGNATURE } from "./sealedSteps"
import type { Cast, OpenedSlice } from "./slices"

export interface OpenedFile {
  readonly tally: Tally
  /** In the order of the chain; null for spoilt ballots, undefined for those that stay closed. */
  readonly choices: ReadonlyArray<Choice | null | undefined>
  readonly findings: ReadonlyArray<Finding>
  readonly steps: ReadonlyArray<Step>
}

const COUNTED_AT_ONCE = 1_000

interface OpenedCast extends Omit<Cast, "choice"> {
  readonly seq: number
  readonly choice: Choice | null | undefined
}

const beaconProblem = ({ beacon, proposal }: BallotFile): string | undefined => {
  const frozen = beaconRoundOf(proposal)
  if (beacon === undefined || frozen === null) return "The vote names no beacon."
  if (!isSameRound(frozen, beacon)) return "Its beacon or round is not the one that was frozen when voting opened."
  const { publicKey, round } = frozen
  const isRight = isRoundSignature(hexToBytes(beacon.signature), { publicKey: hexToBytes(publicKey), round })
  return isRight ? undefined : "Its signature is not the beacon's for this round."
}

/** Checks what a tie of a vote that is not sealed was drawn with. */
export const checkDraw = (head: BallotFile): Pick<OpenedFile, "findings" | "steps"> => {
  const problem = beaconProblem(head)
  return {
    findings: problem === undefined ? [] : [{ row: null, where: "beacon", words: problem }],
    steps: [{ name: SIGNATURE, state: problem === undefined ? "ok" : "bad", figure: "", detail: problem ?? "" }]
  }
}

/**
 * Rows that stay closed: ballots that their voters replaced. Older files list replaced ballots among the spoilt ones;
 * those are opened, since the stated result mentions them.
 */
const closedRows = ({ casts, head }: Gathered): ReadonlyArray<number> => {
  const latest = new Map(casts.map((cast, row) => [cast?.account, row]))
  const named = new Set(head.tally?.spoilt?.ballots)
  return casts.flatMap((cast, row) => (latest.get(cast?.account) === row || named.has(row + 1) ? [] : [row]))
}

const BY_SCRIPT = "“npm run verify -- file.json --replaced” opens them as well."

const LINE_FEED = 10
/** The rows of a list that are in a slice. */
const rowsIn = ({ bytes, first }: Slice, rows: ReadonlyArray<number>): ReadonlyArray<number> => {
  const until = first + bytes.reduce((lines, byte) => (byte === LINE_FEED ? lines + 1 : lines), 1)
  return rows.filter((row) => row >= first && row < until)
}

/**
 * Reads the file a second time, because keeping the sealed parts in memory would take many times as much as the rest.
 */
const openAll = async (
  file: Blob,
  gathered: Gathered,
  signature: string,
  { crew, onProgress }: Pick<Opening, "crew" | "onProgress">
) => {
  const { casts, head } = gathered
  const closed = closedRows(gathered)
  const choices: Array<Choice | null | undefined> = []
  const copied = new Set<number>()
  const open: Array<Promise<OpenedSlice>> = []
  const takeOne = async () => {
    const opened = await open.shift()
    choices.push(...(opened?.choices ?? []))
    for (const row of opened?.copied ?? []) copied.add(row)
    onProgress({ done: choices.length, all: casts.length, isOpening: true })
  }
  try {
    for await (const { frame: _, ...slice } of readPublished(file)) {
      if (slice.list !== "ballots") continue
      const given = crew.work.open(slice, head, {
        signature,
        closed: closed.length === 0 ? closed : rowsIn(slice, closed)
      })
      given.catch(() => undefined) // awaited later by `takeOne`
      open.push(given)
      if (open.length >= crew.atOnce) await takeOne()
    }
    while (open.length > 0) await takeOne()
    return { choices, copied }
  } catch (cause) {
    await Promise.allSettled(open)
    throw cause
  }
}

export interface Opening {
  readonly crew: Crew
  readonly pace: Pace
  readonly onProgress: OnProgress
}

/** @param file the file from which `gathered` was read. */
export const openFile = async (file: Blob, gathered: Gathered, how: Opening): Promise<OpenedFile> => {
  const { casts, head } = gathered
  const { proposal } = head
  const signature = checkDraw(head)
  const [problem] = signature.findings
  const { choices, copied } =
    problem === undefined
      ? await openAll(file, gathered, head.beacon?.signature ?? "", how)
      : { choices: casts.map((): Choice | null | undefined => null), copied: new Set<number>() }
  const entries = casts.flatMap(
    (cast, at): ReadonlyArray<OpenedCast> => (cast === null ? [] : [{ ...cast, choice: choices[at], seq: at + 1 }])
  )
  const latest = new Map(entries.map(({ account, seq }) => [account, seq]))
  let counted = nothingCounted(proposal)
  await how.pace.each(Arr.chunksOf(entries, COUNTED_AT_ONCE), (some) => {
    const ballots = some.map(({ account, choice, seq, weight }) => {
      return { seq, weight, isLatest: latest.get(account) === seq, choice, isCopied: copied.has(seq - 1) }
    })
    counted = countOpened(proposal, counted, ballots)
  })
  const loans = delegationsIn(gathered)
  if (loans !== null) {
    const chosen = new Map(entries.map(({ account, choice }) => [account, { choice: choice ?? null }]))
    counted = withDelegated(proposal, counted, delegatedCount(proposal, activeDelegations(loans, chosen)))
  }
  const spoilt = counted.spoilt.ballots
  const wanted = entries.filter(({ choice }) => choice !== undefined).length
  const opened = `${wanted - spoilt.length} of ${wanted}`
  const closed = entries.length - wanted
  const closedWords =
    closed === 0
      ? ""
      : `${closed} ${closed === 1 ? "was replaced and stays" : "were replaced and stay"} closed here. ${BY_SCRIPT}`
  const spoiltWords = `Spoilt, and not counted: ${numbered(spoilt)}. ${closedWords}`.trim()
  return {
    tally: tallyOfSealed(proposal, counted, drawOf(head)),
    choices,
    findings: signature.findings,
    steps: [
      ...signature.steps,
      problem !== undefined
        ? { name: OPENS, state: "skipped", figure: "", detail: "Without the signature, nothing can be opened." }
        : spoilt.length === 0
          ? { name: OPENS, state: "ok", figure: opened, detail: closedWords }
          : { name: OPENS, state: "warn", figure: opened, detail: spoiltWords }
    ]
  }
}
