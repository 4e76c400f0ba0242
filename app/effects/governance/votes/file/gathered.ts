/**
 * Combines the results of slices (sliceWork) into a whole ballot file: the chain across them, replaced ballots, the
 * weights. Takes results in the order of the file, whichever thread returned them first.
 */
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { formatVotes, readVotes } from "../weight"
import type { BallotFile, BallotFileHead } from "./BallotFile"
import { type Findings, makeFindings, ofBallot, ofDelegation, ofVoter } from "./findings"
import { decodeHead } from "./form"
import type { OnProgress } from "./pace"
import { type Frame, frameOf, type ListName, OtherLayout, readPublished, type Slice } from "./published"
import type { Finding } from "./Report"
import {
  type Around,
  type BallotsFound,
  type Cast,
  type DelegationsFound,
  FOLLOWS,
  type Said,
  type SliceWork,
  VOTER_ORDER,
  type VotersFound
} from "./slices"

/** Checks that depend on earlier ballots and on the list of voters: slice by slice, in the order of the file. */
const NO_VOTER = "Its account is not on the list of voters."
const OTHER_WEIGHT = "Its weight is not the one on the list of voters."
const NOT_NAMED = "It does not name this voter's previous ballot."
const NONCE = "Its nonce was used before."

/** @param weights by account. */
const makeChain = (proposalDigest: string, weights: ReadonlyMap<string, string>) => {
  const [chain, weighed] = [makeFindings(), makeFindings()]
  const latest = new Map<string, string>()
  const nonces = new Set<string>()
  const casts: Array<Cast | null> = []
  let head = proposalDigest

  const take = (found: BallotsFound) => {
    const links = [...found.links]
    /** Findings within a slice come before those that depend on other slices. */
    const linksOf = (row: number): ReadonlyArray<Said> => {
      const end = links.findIndex((link) => link.row > row)
      return links.splice(0, end < 0 ? links.length : end)
    }
    const first = casts.length
    if (found.before !== head && !found.links.some(({ row, words }) => row === first && words === FOLLOWS)) {
      chain.add(ofBallot(first, FOLLOWS))
    }
    for (const cast of found.casts) {
      const row = casts.length
      for (const { words } of linksOf(row)) chain.add(ofBallot(row, words))
      casts.push(cast)
      if (cast === null) continue
      const { account, digest, nonce, supersedes, weight } = cast
      if (supersedes !== (latest.get(account) ?? null)) chain.add(ofBallot(row, NOT_NAMED))
      if (nonces.has(nonce)) chain.add(ofBallot(row, NONCE))
      nonces.add(nonce)
      latest.set(account, digest)
      const listed = weights.get(account)
      if (listed !== weight) weighed.add(ofBallot(row, listed === undefined ? NO_VOTER : OTHER_WEIGHT))
    }
    head = found.head
  }
  return { take, casts, chain, weighed, head: () => head }
}

/** Does the work of the slices, in one or more threads. */
export interface Crew {
  /** Slices in progress at the same time. */
  readonly atOnce: number
  readonly work: SliceWork
}

/** Everything known of a file after each item was read once. */
export interface Gathered {
  /** Its members; of its lists only whether they are present. */
  readonly head: BallotFile
  readonly voters: number
  /** By account. */
  readonly weights: ReadonlyMap<string, string>
  readonly eligibleWeight: string
  /** BLAKE2b-256 of the lists in their canonical form. */
  readonly digests: Readonly<Record<"voters" | "delegations", string>>
  /** Null if a choice is still hidden. */
  readonly casts: ReadonlyArray<Cast | null>
  readonly isMixed: boolean
  /** Keys from which their accounts' addresses derive, of ballots and of delegations. */
  readonly derived: number
  readonly derivedDelegations: number
  /** The link of the last ballot. */
  readonly end: string
  readonly loans: DelegationsFound["loans"]
  readonly found: Readonly<Record<"digests" | "signatures" | "chain" | "order" | "weighed" | "delegated", Findings>>
}

/** Findings after which reading a list that is wrong everywhere stops. */
const MOST_MISFITS = 1_000

const LINE_FEED = 10

/** The hash of a list in its canonical form: `[`, its lines without their ends, `]`. */
const listHash = () => {
  const hash = blake2b.create({ dkLen: 32 }).update(utf8ToBytes("["))
  return {
    add: (bytes: Uint8Array) => {
      let from = 0
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
        hash.update(bytes.subarray(from, end))
        from = end + 1
      }
    },
    end: () => bytesToHex(hash.update(utf8ToBytes("]")).digest())
  }
}

const NOT_BETWEEN = "It is not between two voters on the list."
const LENT_ORDER = "It is out of order, or its delegator is listed twice."
const LENT_SIGNATURE = "Its signature does not match its hash. It was changed after it was signed, or never signed."
export const SIGNATURE_PROBLEM =
  "Its signature does not match its hash. The ballot was changed after it was signed, or the file is damaged."

/** Something is not as published: what, if known. Another layout may still have the same content. */
export interface Irregular {
  readonly findings: ReadonlyArray<Finding>
}
const NAMES = { voters: ofVoter, delegations: ofDelegation, ballots: ofBallot } as const

/** Takes the results of slices, list after list. The returned functions are called in the order of the file. */
const makeGathering = (around: Around) => {
  const weights = new Map<string, string>()
  const [digests, signatures, order, delegated] = [makeFindings(), makeFindings(), makeFindings(), makeFindings()]
  const misfits: Array<Finding> = []
  const loans: Array<DelegationsFound["loans"][number]> = []
  const chain = makeChain(around.proposalDigest, weights)
  let [eligible, lastVoter, lastDelegator, derived, isMixed] = [0n, "", "", 0, false]

  const voters = ({ order: wrong, voters: some }: VotersFound, first: number) => {
    const isLate = some[0] !== undefined && lastVoter >= some[0].account
    if (isLate && wrong[0]?.row !== first) order.add(ofVoter(first, VOTER_ORDER))
    order.add(...wrong.map(({ row, words }) => ofVoter(row, words)))
    for (const { account, weight } of some) {
      weights.set(account, weight)
      eligible += readVotes(weight)
    }
    lastVoter = some.at(-1)?.account ?? lastVoter
  }
  const delegations = ({ loans: some, signatures: wrong, terms }: DelegationsFound, first: number) => {
    const [problems, unsigned] = [new Map(terms.map(({ row, words }) => [row, words])), new Set(wrong)]
    for (const [at, loan] of some.entries()) {
      const row = first + at
      if (lastDelegator >= loan.from) delegated.add(ofDelegation(row, LENT_ORDER))
      lastDelegator = loan.from
      const isBetween = weights.has(loan.from) && weights.has(loan.to)
      const problem = problems.get(row) ?? (isBetween ? undefined : NOT_BETWEEN)
      if (problem !== undefined) delegated.add(ofDelegation(row, problem))
      if (unsigned.has(row)) delegated.add(ofDelegation(row, LENT_SIGNATURE))
      loans.push(loan)
    }
  }
  const ballots = (found: BallotsFound) => {
    digests.add(...found.digests.map(({ row, words }) => ofBallot(row, words)))
    signatures.add(...found.signatures.map((row) => ofBallot(row, SIGNATURE_PROBLEM)))
    derived += found.derived
    isMixed ||= found.isMixed
    chain.take(found)
  }
  const refuse = (list: ListName, some: ReadonlyArray<Said>) =>
    misfits.push(...some.map(({ row, words }) => NAMES[list](row, words)))
  const end = () => ({
    weights,
    eligibleWeight: formatVotes(eligible),
    casts: chain.casts,
    isMixed,
    derived,
    derivedDelegations: loans.filter(({ isDerived }) => isDerived).length,
    end: chain.head(),
    loans,
    found: { digests, signatures, chain: chain.chain, order, weighed: chain.weighed, delegated }
  })
  return { voters, delegations, ballots, refuse, misfits, end, count: () => chain.casts.length }
}
type Gathering = ReturnType<typeof makeGathering>

/** Starts work on a slice; resolves to a function that takes the result into a gathering. */
const give = async (slice: Slice, around: Around, work: SliceWork): Promise<(gathering: Gathering) => void> => {
  const after = <F extends { readonly misfits: ReadonlyArray<Said> }>(found: F, take: (to: Gathering) => void) =>
    found.misfits.length > 0 ? (to: Gathering) => void to.refuse(slice.list, found.misfits) : take
  if (slice.list === "voters") {
    const found = await work.voters(slice, around)
    return after(found, (to) => to.voters(found, slice.first))
  }
  if (slice.list === "delegations") {
    const found = await work.delegations(slice, around)
    return after(found, (to) => to.delegations(found, slice.first))
  }
  const found = await work.ballots(slice, around)
  return after(found, (to) => to.ballots(found))
}

/** Number of ballots according to the end of the file; used only to show progress. */
const TAIL_BYTES = 262_144
export const statedBallots = async (file: Blob): Promise<number> => {
  const tail = new TextDecoder().decode(await file.slice(-TAIL_BYTES).arrayBuffer())
  return Number([...tail.matchAll(/"seq":(\d{1,9})[,}]/g)].at(-1)?.[1] ?? 0)
}

/** Reads a whole file in slices. Rejects with errors of reading the file or of the crew. */
export const gather = async (file: Blob, crew: Crew, onProgress: OnProgress): Promise<Gathered | Irregular> => {
  const all = await statedBallots(file)
  const digests = { voters: listHash(), delegations: listHash() }
  const open: Array<Promise<(gathering: Gathering) => void>> = []
  let gathering: Gathering | undefined
  const takeOne = async () => {
    const take = await open.shift()
    if (gathering !== undefined) take?.(gathering)
    const done = gathering?.count() ?? 0
    onProgress({ done, all: Math.max(done, all), isOpening: false })
  }
  try {
    const chunks = readPublished(file)
    let next = await chunks.next()
    for (let around: Around | undefined; next.done !== true; next = await chunks.next()) {
      const { frame, ...slice } = next.value
      if (around === undefined) {
        const head = decodeHead(frame, false)
        if (Either.isLeft(head)) return { findings: head.left }
        around = aroundOf(head.right)
        gathering = makeGathering(around)
      }
      if (slice.list !== "ballots") digests[slice.list].add(slice.bytes)
      const given = give(slice, around, crew.work)
      given.catch(() => undefined) // awaited later by `takeOne`
      open.push(given)
      if (open.length >= crew.atOnce) await takeOne()
      if ((gathering?.misfits.length ?? 0) >= MOST_MISFITS) break
    }
    while (open.length > 0) await takeOne()
    if (next.done !== true) return { findings: gathering?.misfits ?? [] }
    return settle(next.value, gathering, { voters: digests.voters.end(), delegations: digests.delegations.end() })
  } catch (cause) {
    await Promise.allSettled(open)
    if (cause instanceof OtherLayout) return { findings: gathering?.misfits ?? [] }
    throw cause
  }
}

const settle = (frame: Frame, gathering: Gathering | undefined, digests: Gathered["digests"]): Gathered | Irregular => {
  const head = decodeHead(frame, true)
  const misfits = gathering?.misfits ?? []
  if (misfits.length > 0 || Either.isLeft(head))
    return { findings: [...misfits, ...Either.getOrElse(Either.flip(head), () => [])] }
  const isLaidOut = frameOf(head.right, head.right.delegations !== undefined, frame.lengths) === frame.text
  if (!isLaidOut) return { findings: [] }
  const gathered = (gathering ?? makeGathering(aroundOf(head.right))).end()
  return { head: head.right, voters: frame.lengths.voters ?? 0, digests, ...gathered }
}

const aroundOf = ({ dAppDefinitionAddress, networkId, origin, proposal, proposalDigest }: BallotFileHead): Around => ({
  dAppDefinitionAddress,
  networkId,
  origin,
  proposal,
  proposalDigest
})
