/**
 * Checks each item of a ballot file on its own and against those before it in the same slice. This is nearly all of the
 * work, and slices are independent: any thread may do any of them, in any order. Plain data in and out.
 */
import { Either, Schema } from "effect"
import { canonical, type Json } from "~/effects/base/text/canonical"
import { entryHash } from "~/effects/base/text/digest"
import { Entry, isSealedBallot } from "../ballot/Ballot"
import { SignedDelegation } from "../delegated/Delegation"
import { isAccountOf, STRICT } from "../fields"
import { Eligible } from "../snapshot"
import { delegatedProblem } from "./checkDelegated"
import { hashProblem } from "./checks"
import { holdingOf } from "./holder"
import type { Pace } from "./pace"
import type { Slice } from "./published"
import { misfitsOf } from "./readStrictly"
import { isSignedFor } from "./signature"
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

/** Most misfits reported per slice. */
const MOST_MISFITS = 20
const NO_JSON = "It is not JSON."
export const ANOTHER_FORM = "It is not in the layout we publish."
/** Signatures verified at the same time: WebCrypto works outside this thread. */
const AT_ONCE = 16

const decodeItem = {
  voters: Schema.decodeUnknownEither(Eligible, STRICT),
  delegations: Schema.decodeUnknownEither(SignedDelegation, STRICT),
  ballots: Schema.decodeUnknownEither(Entry, STRICT)
}
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Decodes an item from its line; otherwise says what is wrong with it. */
const readLine = <A>(
  line: string,
  hasComma: boolean,
  decode: (value: unknown) => Either.Either<A, Parameters<typeof misfitsOf>[0]>
): Either.Either<A, string> => {
  const plain = hasComma && line.endsWith(",") ? line.slice(0, -1) : line
  const value = parsed(plain)
  if (value === undefined || line.endsWith(",") !== hasComma) return Either.left(NO_JSON)
  return Either.flatMap(
    Either.mapLeft(decode(value), (error) => misfitsOf(error)[0]?.words ?? ANOTHER_FORM),
    // passed a schema that allows only JSON
    (item) => (canonical(item as Json) === plain ? Either.right(item) : Either.left(ANOTHER_FORM))
  )
}

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Goes through the valid items of a slice; returns the others. */
const eachItem = async <A>(
  pace: Pace,
  { bytes, first, isLast }: Slice,
  decode: Parameters<typeof readLine<A>>[2],
  work: (item: A, row: number) => Promise<void> | void
): Promise<ReadonlyArray<Said>> => {
  const text = textOf(bytes)
  if (text === undefined) return [{ row: first, words: "It is not UTF-8 text." }]
  const lines = text.replace(/\n$/, "").split("\n")
  const misfits: Array<Said> = []
  await pace.each(lines, (line, at) => {
    const hasComma = !isLast || at < lines.length - 1
    const item = misfits.length < MOST_MISFITS ? readLine(line, hasComma, decode) : undefined
    if (item === undefined) return undefined
    if (Either.isRight(item)) return work(item.right, first + at)
    misfits.push({ row: first + at, words: item.left })
    return undefined
  })
  return misfits
}

/** Verifies signatures a few at a time; returns the rows of invalid ones, in order. */
const signatures = (around: Around) => {
  const wrong: Array<number> = []
  let open: Array<Promise<void>> = []
  const end = async () => {
    await Promise.all(open)
    open = []
  }
  const add = async ({ digest, proof }: Pick<Entry, "digest" | "proof">, row: number) => {
    const ask = async () => {
      if (!(await isSignedFor(proof, digest, around))) wrong.push(row)
    }
    open.push(ask())
    // A curve in JavaScript runs in this thread, so waiting for several together gains nothing.
    if (open.length >= AT_ONCE || proof.curve === "secp256k1") await end()
  }
  const rows = async () => {
    await end()
    return wrong.sort((one, other) => one - other)
  }
  return { add, rows }
}

/** The ballots of a slice that was found valid. */
const entriesIn = ({ bytes }: Slice): ReadonlyArray<Entry> =>
  decoder
    .decode(bytes)
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => JSON.parse(line.replace(/,$/, "")))

const castOf = ({ ballot, digest, weight }: Entry): Cast | null =>
  ballot === null || weight === null
    ? null
    : {
        account: ballot.account,
        weight,
        digest,
        nonce: ballot.nonce,
        supersedes: ballot.supersedes,
        choice: isSealedBallot(ballot) ? null : ballot.choice
      }

const workOnBallots = async (pace: Pace, slice: Slice, around: Around): Promise<BallotsFound> => {
  const [casts, digests, links]: [Array<Cast | null>, Array<Said>, Array<Said>] = [[], [], []]
  const signed = signatures(around)
  let [derived, isMixed, before, head] = [0, false, "", ""]
  const misfits = await eachItem(pace, slice, decodeItem.ballots, (entry, row) => {
    const { ballot, digest, prevHash, proof, seq, weight } = entry
    const isFirst = row === slice.first
    if (isFirst) before = prevHash
    if (seq !== row + 1 || (!isFirst && prevHash !== head)) links.push({ row, words: FOLLOWS })
    if (entryHash(prevHash, digest, proof.signature) !== entry.entryHash) {
      links.push({ row, words: "Its link in the chain does not match its hash and signature." })
    }
    head = entry.entryHash
    isMixed ||= (ballot === null) !== (weight === null)
    casts.push(castOf(entry))
    if (ballot !== null && weight !== null) {
      const problem = hashProblem(around, ballot, digest)
      if (problem !== undefined) digests.push({ row, words: problem })
      if (holdingOf(proof, ballot.account, around.networkId) === "derived") derived += 1
    }
    return signed.add(entry, row)
  })
  return { misfits, casts, digests, signatures: await signed.rows(), links, derived, isMixed, before, head }
}

const workOnDelegated = async (pace: Pace, slice: Slice, around: Around): Promise<DelegationsFound> => {
  const [loans, terms]: [Array<DelegationsFound["loans"][number]>, Array<Said>] = [[], []]
  const signed = signatures(around)
  const misfits = await eachItem(pace, slice, decodeItem.delegations, (line, row) => {
    const { from, to } = line.delegation
    loans.push({ from, to, isDerived: holdingOf(line.proof, from, around.networkId) === "derived" })
    const problem = delegatedProblem(around, line)
    if (problem !== undefined) terms.push({ row, words: problem })
    return signed.add(line, row)
  })
  return { misfits, loans, terms, signatures: await signed.rows() }
}

const workOnVoters = async (pace: Pace, slice: Slice, { networkId }: Around): Promise<VotersFound> => {
  const [voters, order]: [Array<Eligible>, Array<Said>] = [[], []]
  let before = ""
  const misfits = await eachItem(pace, slice, decodeItem.voters, (voter, row) => {
    if (before >= voter.account || !isAccountOf(networkId, voter.account)) order.push({ row, words: VOTER_ORDER })
    before = voter.account
    voters.push(voter)
  })
  return { misfits, voters, order }
}

/** Does all slices in this thread. */
export const workHere = (pace: Pace): SliceWork => ({
  voters: (slice, around) => workOnVoters(pace, slice, around),
  delegations: (slice, around) => workOnDelegated(pace, slice, around),
  ballots: (slice, around) => workOnBallots(pace, slice, around),
  // Only sealed votes need pairings, so only they load them.
  open: async (slice, around, how) =>
    (await import("./openSlice")).openSlice(pace, { entries: entriesIn(slice), first: slice.first }, around, how)
})
