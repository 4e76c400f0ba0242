/**
 * The two calls of a vote (docs/product/votes.md, 3.5.4): the server fixes the ballot, the page computes its digest
 * from the ballot itself and compares what it says with what was chosen, and later hands in ballot and signature.
 */

import { isPassing, KEPT, messageOf, NO_ANSWER, postStep } from "~/components/wallet/signing/post-step"
import type { StepEnd } from "~/components/wallet/wallet/steps"
import type { Proof } from "~/connector/index"
import type { Ballot, Choice } from "~/effects/governance/votes/ballot/Ballot"
import type { Receipt } from "~/effects/governance/votes/ballot/receipt"

export interface Wanted {
  readonly proposal: string
  readonly account: string
  readonly choice: Choice
  readonly reason: string
}

/** What may be signed: the ballot as the server fixed it and the code that stands for it. */
export interface PreparedBallot {
  readonly ballot: Ballot
  readonly digest: string
}

export type Told<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly message: string }

const UNREACHABLE = "The server could not be reached. Nothing was sent to your wallet. Try again."
const CHANGED = "The ballot was changed on the way. Nothing was sent to your wallet."
const OTHER_RECEIPT =
  "your ballot was sent, but the receipt that came back is for another one. Load the page again and compare."
const STORED = "your ballot is in the record."

/** Order of keys does not matter in a choice of points; everything else is compared as written. */
const isSame = (one: Choice, other: Choice): boolean => {
  const plain = (choice: Choice) =>
    typeof choice === "string" || Array.isArray(choice) ? choice : Object.entries(choice).sort()
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** @param named an account that need not be the session's own */
export const prepareBallot = async (
  { account, choice, proposal, reason }: Wanted,
  named?: string
): Promise<Told<PreparedBallot>> => {
  const answer = await postStep("/api/ballots/prepare", {
    proposal,
    choice,
    reason,
    ...(named === undefined ? {} : { account: named })
  })
  if (answer.status !== 200) return { ok: false, message: messageOf(answer, UNREACHABLE) }
  const ballot = answer.body.ballot as Ballot // our own server's form; every field that matters is compared below
  const { ballotDigest } = await import("~/effects/governance/votes/ballot/Ballot")
  const digest = ballotDigest(ballot)
  const isMine =
    ballot.account === account &&
    ballot.proposal === proposal &&
    ballot.reason === reason &&
    isSame(ballot.choice, choice) &&
    (answer.body.digest === undefined || answer.body.digest === digest)
  return isMine ? { ok: true, value: { ballot, digest } } : { ok: false, message: CHANGED }
}

/** What is kept of a vote while the wallet has it. */
export interface BallotStep {
  readonly prepared: PreparedBallot
}

/** The receipt of a ballot the server has already; undefined where it has another one, or none. */
const storedReceipt = async (prepared: PreparedBallot, signature: string): Promise<Receipt | undefined> => {
  const path = `/api/ballots/${prepared.ballot.proposal}/receipt?account=${prepared.ballot.account}`
  const answer = await fetch(path).catch(() => undefined)
  const stored: unknown = answer?.ok === true ? await answer.json().catch(() => undefined) : undefined
  const receipt = stored as Receipt | undefined // our own server's form; that it is for this ballot is checked here
  return receipt !== undefined && isReceiptOf(receipt, prepared, signature) ? receipt : undefined
}

/** A ballot that has arrived before, from a page that was reloaded, is as good as one that arrives now. */
export const sendBallot = async (prepared: PreparedBallot, proof: Proof): Promise<StepEnd> => {
  const { curve, publicKey, signature } = proof
  const posted = await postStep("/api/ballots", { ballot: prepared.ballot, proof: { curve, publicKey, signature } })
  if (isPassing(posted)) return { state: "kept", words: KEPT }
  if (posted.body.code === "E-BALLOT-USED") {
    const receipt = await storedReceipt(prepared, signature)
    if (receipt !== undefined) return { state: "done", words: STORED, body: receipt }
  }
  if (posted.status >= 400) return { state: "refused", words: messageOf(posted, NO_ANSWER), body: posted.body }
  const receipt = posted.body as unknown as Receipt // our own server's form; that it is for this ballot is checked here
  return isReceiptOf(receipt, prepared, signature)
    ? { state: "done", words: STORED, body: receipt }
    : { state: "refused", words: OTHER_RECEIPT }
}

/** The whole answer is kept as it came: it is the file that /verify checks. */
const isReceiptOf = (receipt: Receipt, { ballot, digest }: PreparedBallot, signature: string): boolean =>
  Number.isInteger(receipt.seq) &&
  typeof receipt.entryHash === "string" &&
  receipt.digest === digest &&
  receipt.proof?.signature === signature &&
  isSame(receipt.ballot?.choice ?? "", ballot.choice)
