/**
 * The two calls of a vote (docs/product/votes.md): the server prepares the ballot, and the page computes its hash and
 * compares it with what was chosen; later the page sends ballot and signature.
 */

import { isPassing, messageOf, NO_ANSWER, postStep, SAVED } from "~/components/wallet/signing/post-step"
import type { StepEnd } from "~/components/wallet/wallet/steps"
import type { Proof } from "~/connector/index"
import type { Ballot, Choice } from "~/effects/governance/votes/ballot/Ballot"
import type { Receipt } from "~/effects/governance/votes/ballot/receipt"
import type { ProposalId } from "~/effects/governance/votes/fields"
import type { BeaconRound } from "~/effects/governance/votes/sealed/BeaconRound"
import type { LengthRules } from "~/effects/governance/votes/sealed/length"
import type { SealedHere } from "./seal-ballot"
import { type StoredOpening, storeOpens } from "./stored-opens"

/** How the ballots of a vote are sealed: for which round, with which length, and which fields they include. */
export interface Seal {
  readonly beacon: BeaconRound
  readonly rules: LengthRules
  readonly proposalDigest: string
}

export interface Wanted {
  readonly proposal: ProposalId
  readonly account: string
  readonly choice: Choice
  readonly reason: string
  /** For sealed votes. */
  readonly seal: Seal | null
}

/** A ballot as the server prepared it, and its hash. */
export interface BallotToSend {
  readonly ballot: Ballot
  readonly digest: string
}

export interface PreparedBallot extends BallotToSend {
  /** Content and key of a sealed ballot, which stay in this page. */
  readonly opening: StoredOpening | null
}

export type Reported<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly message: string }

const UNREACHABLE = "The server could not be reached. Nothing was sent to your wallet. Try again."
const CHANGED = "The ballot was changed on the way. Nothing was sent to your wallet."
const OTHER_RECEIPT =
  "your ballot was sent, but the receipt we got back is for another one. Reload the page and compare."
const STORED = "your ballot is in the record."

/** The order of keys does not matter in a choice of points; everything else is compared as written. */
const isSame = (one: Choice, other: Choice): boolean => {
  const plain = (choice: Choice) =>
    typeof choice === "string" || Array.isArray(choice) ? choice : Object.entries(choice).sort()
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** Seals the ballot if the vote is sealed, so that what leaves the page reveals nothing. */
const sealedHere = async ({ account, choice, reason, seal }: Wanted): Promise<Reported<SealedHere | null>> => {
  if (seal === null) return { ok: true, value: null }
  const { sealHere } = await import("./seal-ballot")
  const sealed = sealHere({ choice, reason }, seal.rules, seal.beacon, { account, proposalDigest: seal.proposalDigest })
  return sealed._tag === "Left" ? { ok: false, message: sealed.left } : { ok: true, value: sealed.right }
}

const isMine = async (ballot: Ballot, { choice, reason }: Wanted, here: SealedHere | null): Promise<boolean> => {
  if (here === null) return "choice" in ballot && ballot.reason === reason && isSame(ballot.choice, choice)
  return "sealed" in ballot && (await import("./seal-ballot")).isWhatWasSealed(ballot.sealed, here, ballot)
}

/** @param named an account that need not be the session's own */
export const prepareBallot = async (wanted: Wanted, named?: string): Promise<Reported<PreparedBallot>> => {
  const { account, choice, proposal, reason } = wanted
  const here = await sealedHere(wanted)
  if (!here.ok) return here
  const content = here.value === null ? { choice, reason } : { sealed: here.value.sealed }
  const response = await postStep("/api/ballots/prepare", {
    proposal,
    ...content,
    ...(named === undefined ? {} : { account: named })
  })
  if (response.status !== 200) return { ok: false, message: messageOf(response, UNREACHABLE) }
  const ballot = response.body.ballot as Ballot // The server's own form; every field that matters is compared below.
  const { ballotDigest } = await import("~/effects/governance/votes/ballot/Ballot")
  const digest = ballotDigest(ballot)
  const isAsWanted =
    ballot.account === account &&
    ballot.proposal === proposal &&
    (await isMine(ballot, wanted, here.value)) &&
    (response.body.digest === undefined || response.body.digest === digest)
  if (!isAsWanted) return { ok: false, message: CHANGED }
  const opening = here.value?.opening ?? null
  if (opening !== null) storeOpens(digest, opening)
  return { ok: true, value: { ballot, digest, opening } }
}

/** Stored while the wallet has the request: without the content of a sealed ballot. */
export interface BallotStep {
  readonly prepared: BallotToSend
}

/** The receipt of a ballot that the server already has; undefined if it has another one, or none. */
const storedReceipt = async (prepared: BallotToSend, signature: string): Promise<Receipt | undefined> => {
  const path = `/api/ballots/${prepared.ballot.proposal}/receipt?account=${prepared.ballot.account}`
  const response = await fetch(path).catch(() => undefined)
  const stored: unknown = response?.ok === true ? await response.json().catch(() => undefined) : undefined
  const receipt = stored as Receipt | undefined // The server's own form; checked here to be for this ballot.
  return receipt !== undefined && isReceiptOf(receipt, prepared, signature) ? receipt : undefined
}

const done = (receipt: Receipt): StepEnd => ({ state: "done", words: STORED, body: receipt })

/** A ballot that arrived before, from a page that was reloaded, succeeds like a new one. */
export const sendBallot = async (prepared: BallotToSend, proof: Proof): Promise<StepEnd> => {
  const { curve, publicKey, signature } = proof
  const posted = await postStep("/api/ballots", { ballot: prepared.ballot, proof: { curve, publicKey, signature } })
  // E-BALLOT-HOUR outlasts the five minutes of a prepared ballot, so sending it again would not help.
  if (isPassing(posted) && posted.body.code !== "E-BALLOT-HOUR") return { state: "pending", words: SAVED }
  if (posted.body.code === "E-BALLOT-USED") {
    const receipt = await storedReceipt(prepared, signature)
    if (receipt !== undefined) return done(receipt)
  }
  if (posted.status >= 400) return { state: "refused", words: messageOf(posted, NO_ANSWER), body: posted.body }
  const receipt = posted.body as unknown as Receipt // The server's own form; checked here to be for this ballot.
  return isReceiptOf(receipt, prepared, signature) ? done(receipt) : { state: "refused", words: OTHER_RECEIPT }
}

/** The whole response is stored unchanged: it is the file that /verify checks. */
const isReceiptOf = (receipt: Receipt, { ballot, digest }: BallotToSend, signature: string): boolean =>
  Number.isInteger(receipt.seq) &&
  typeof receipt.entryHash === "string" &&
  receipt.digest === digest &&
  receipt.proof?.signature === signature &&
  isSameContent(receipt.ballot, ballot)

const isSameContent = (one: Ballot | undefined, other: Ballot): boolean => {
  if (one === undefined || "sealed" in one !== "sealed" in other) return false
  if ("sealed" in one) return "sealed" in other && one.sealed.body === other.sealed.body
  return "choice" in other && isSame(one.choice, other.choice)
}
