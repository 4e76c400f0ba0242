/** Reasons of a treasury's movements, from what is known of their transactions. Pure: pages load this file. */
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
  | "collateral"
  | "sale"
  | "redemption"
  | "deposit"
  | "unexplained"
  | "fee"

/** Pages list reasons in this order. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  made: "Treasury created",
  vote: "Vote",
  payout: "Payout",
  coupon: "Coupon",
  budget: "Budget payment",
  parked: "Moved into escrow for a payout, bond or budget",
  returned: "Returned from escrow",
  keepers: "Signers",
  series: "Bond issued",
  collateral: "Collateral of bonds",
  sale: "Bond sale",
  redemption: "Bond redemption",
  deposit: "Deposit",
  unexplained: "Unexplained",
  fee: "Fee"
}
export const reasons = Object.keys(reasonWords) as ReadonlyArray<Reason> // keys of the object above

/** The fields that decide on the reason of a movement. */
export interface Moved {
  readonly resource: string
  readonly change: Amount
  /** The part of it that was the network's fee, as a positive amount; null if that was not recorded. */
  readonly fee: Amount | null
  /** Kind of the ledger record: the kind of transaction, or "seen". */
  readonly kind: string
  /** Purpose of the payout, if it was one. */
  readonly purpose: string | null
  /** Fee of the whole transaction, regardless of who paid it. */
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
  "bond-collateral": "collateral",
  "bond-settlement": "sale",
  "bond-redemption": "redemption"
}

export interface Part {
  readonly reason: Reason
  readonly amount: Amount
}

/** Older movements have no recorded fee: a withdrawal of exactly the transaction's fee counts as one. */
export const feeOf = ({ change, fee, transactionFee }: Moved): Amount =>
  fee ?? (change < 0n && -change === transactionFee ? -change : 0n)

/** Anything sent by others is a deposit; anything that left without a reason of this site is unexplained. */
export const reasonOf = ({ kind, purpose }: Pick<Moved, "kind" | "purpose">, amount: Amount): Reason => {
  const known = KINDS[kind]
  if (known === "payout" && purpose === "coupon") return "coupon"
  // What an issue takes from the treasury secures its bonds; the bonds themselves come in.
  if (known === "series" && amount < 0n) return "collateral"
  return known ?? (amount > 0n ? "deposit" : "unexplained")
}

/** A movement without its fee, and the fee, leaving out zeros. Their sum is always the change. */
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
