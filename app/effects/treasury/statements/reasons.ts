/** Why a treasury moved, in words, from what is known of its transactions. Pure: pages load this file. */
import type { Amount } from "~/ledger/amount"

export type Reason =
  | "made"
  | "vote"
  | "payout"
  | "coupon"
  | "budget"
  | "parked"
  | "returned"
  | "keepers"
  | "series"
  | "sale"
  | "redemption"
  | "deposit"
  | "unexplained"
  | "fee"

/** In this order. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  made: "Treasury made",
  vote: "Vote",
  payout: "Payout",
  coupon: "Coupon",
  budget: "Budget payment",
  parked: "Parked for a payout, bond or budget",
  returned: "Returned from what was parked",
  keepers: "Signers",
  series: "Bond made",
  sale: "Bond sale",
  redemption: "Bond redemption",
  deposit: "Deposit",
  unexplained: "Unexplained",
  fee: "Fee"
}
export const reasons = Object.keys(reasonWords) as ReadonlyArray<Reason> // keys of the object above

/** What decides on the reason of one movement. */
export interface Moved {
  readonly resource: string
  readonly change: Amount
  /** What of it was the network's fee, as a positive amount; null where that was not written down. */
  readonly fee: Amount | null
  /** Of the ledger record: the kind of its step, or "seen". */
  readonly kind: string
  /** Of the payout, where it was one. */
  readonly purpose: string | null
  /** Of the whole transaction, whoever paid it. */
  readonly transactionFee: Amount | null
}

const KINDS: Readonly<Record<string, Reason>> = {
  deploy: "made",
  "proposal-execution": "vote",
  drop: "payout",
  recover: "payout",
  park: "parked",
  "park-back": "returned",
  "park-return": "returned",
  "bond-park": "parked",
  "bond-park-back": "returned",
  "bond-park-return": "returned",
  "budget-pay": "budget",
  "budget-park": "parked",
  "budget-back": "returned",
  "budget-return": "returned",
  "keeper-payment": "keepers",
  "bond-series": "series",
  "bond-settlement": "sale",
  "bond-redemption": "redemption"
}

export interface Part {
  readonly reason: Reason
  readonly amount: Amount
}

/** Older movements do not say what of them was a fee: what left is one where it is exactly its transaction's. */
export const feeOf = ({ change, fee, transactionFee }: Moved): Amount =>
  fee ?? (change < 0n && -change === transactionFee ? -change : 0n)

/** What somebody sends is a deposit; what leaves without a reason of ours is unexplained. */
export const reasonOf = ({ kind, purpose }: Pick<Moved, "kind" | "purpose">, amount: Amount): Reason => {
  const known = KINDS[kind]
  if (known === "payout" && purpose === "coupon") return "coupon"
  return known ?? (amount > 0n ? "deposit" : "unexplained")
}

/** A movement without its fee, and the fee; what is nothing is left out. Their sum is the change, always. */
export const partsOf = (moved: Moved): ReadonlyArray<Part> => {
  const fee = feeOf(moved)
  const rest = moved.change + fee
  return [
    ...(rest === 0n ? [] : [{ reason: reasonOf(moved, rest), amount: rest }]),
    ...(fee === 0n ? [] : [{ reason: "fee" as const, amount: -fee }])
  ]
}

/** The reason that a movement is listed under. */
export const mainReason = (moved: Moved): Reason => partsOf(moved)[0]?.reason ?? "fee"
