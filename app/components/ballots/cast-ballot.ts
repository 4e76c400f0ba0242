/**
 * The two calls of a vote (product 3.5.4): the server fixes the ballot, the page computes its digest from the ballot
 * itself and compares what it says with what was chosen, and later hands in ballot and signature.
 */
import type { Proof } from "~/connector/index"
import type { Ballot, Choice } from "~/effects/votes/ballot/Ballot"
import type { Receipt } from "~/effects/votes/ballot/receipt"

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
const LOST = "We could not store your ballot. Nothing was counted. Try again."
const OTHER_RECEIPT =
  "Your ballot was sent, but the receipt that came back is for another one. Load the page again and compare."
/** The first answer was lost on its way; the second says that the ballot arrived. */
const ARRIVED = "Your ballot was stored. Load the page again to see it."

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const post = async (path: string, body: object): Promise<Answer | undefined> => {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body)
    })
    const answer: unknown = await response.json()
    return { status: response.status, body: typeof answer === "object" && answer !== null ? { ...answer } : {} }
  } catch {
    return undefined
  }
}

const messageOf = ({ body }: Answer, otherwise: string): string =>
  typeof body.message === "string" && body.message !== "" ? body.message : otherwise

/** Order of keys does not matter in a choice of points; everything else is compared as written. */
const isSame = (one: Choice, other: Choice): boolean => {
  const plain = (choice: Choice) =>
    typeof choice === "string" || Array.isArray(choice) ? choice : Object.entries(choice).sort()
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

export const prepareBallot = async ({ account, choice, proposal, reason }: Wanted): Promise<Told<PreparedBallot>> => {
  const answer = await post("/api/ballots/prepare", { proposal, choice, reason })
  if (answer === undefined) return { ok: false, message: UNREACHABLE }
  if (answer.status !== 200) return { ok: false, message: messageOf(answer, UNREACHABLE) }
  const ballot = answer.body.ballot as Ballot // our own server's form; every field that matters is compared below
  const { ballotDigest } = await import("~/effects/votes/ballot/Ballot")
  const digest = ballotDigest(ballot)
  const isMine =
    ballot.account === account &&
    ballot.proposal === proposal &&
    ballot.reason === reason &&
    isSame(ballot.choice, choice) &&
    (answer.body.digest === undefined || answer.body.digest === digest)
  return isMine ? { ok: true, value: { ballot, digest } } : { ok: false, message: CHANGED }
}

export const sendBallot = async (prepared: PreparedBallot, proof: Proof): Promise<Told<Receipt>> => {
  const { ballot } = prepared
  const { curve, publicKey, signature } = proof
  const body = { ballot, proof: { curve, publicKey, signature } }
  const first = await post("/api/ballots", body)
  const answer = first ?? (await post("/api/ballots", body))
  if (answer === undefined) return { ok: false, message: LOST }
  if (answer.status >= 400) {
    if (first === undefined && answer.body.code === "E-BALLOT-USED") return { ok: false, message: ARRIVED }
    return { ok: false, message: answer.status >= 500 ? LOST : messageOf(answer, LOST) }
  }
  const receipt = answer.body as unknown as Receipt // our own server's form; that it is for this ballot is checked here
  return isReceiptOf(receipt, prepared, signature)
    ? { ok: true, value: receipt }
    : { ok: false, message: OTHER_RECEIPT }
}

/** The whole answer is kept as it came: it is the file that /verify checks. */
const isReceiptOf = (receipt: Receipt, { ballot, digest }: PreparedBallot, signature: string): boolean =>
  Number.isInteger(receipt.seq) &&
  typeof receipt.entryHash === "string" &&
  receipt.digest === digest &&
  receipt.proof?.signature === signature &&
  isSame(receipt.ballot?.choice ?? "", ballot.choice)
