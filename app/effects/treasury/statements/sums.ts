/** Sums of a statement, and their comparison with the ledger. Integers only. Pure. */
import type { Amount } from "~/ledger/amount"
import { feeOf, type Moved, type Part, partsOf, type Reason, reasons } from "./reasons"

/** Balances by resource; a missing one is zero. */
export type Held = ReadonlyMap<string, Amount>

export interface TokenSum {
  readonly resource: string
  readonly opening: Amount
  readonly received: Amount
  /** Zero or below. */
  readonly sent: Amount
  readonly paidIn: Amount
  /** Zero or below. */
  readonly paidOut: Amount
  /** The network's fees, as a positive amount. */
  readonly fees: Amount
  /** Opening plus all movements: opening, paid in and paid out, less the fees. */
  readonly closing: Amount
  /** The ledger's balance at the end minus `closing`; null if the ledger could not be read. */
  readonly difference: Amount | null
  readonly hasMoved: boolean
}

/** Sums of all movements of a token, including fees and without them. */
export interface Change {
  readonly received: Amount
  readonly sent: Amount
  readonly paidIn: Amount
  readonly paidOut: Amount
  readonly fees: Amount
}

const NONE: Change = { received: 0n, sent: 0n, paidIn: 0n, paidOut: 0n, fees: 0n }

/**
 * `change` is one movement, or several of the same sign both with and without their fees; `fee` is the network's part
 * of it.
 */
export const addChange = (sums: Map<string, Change>, resource: string, change: Amount, fee: Amount): void => {
  const now = sums.get(resource) ?? NONE
  const rest = change + fee
  sums.set(resource, {
    received: now.received + (change > 0n ? change : 0n),
    sent: now.sent + (change > 0n ? 0n : change),
    paidIn: now.paidIn + (rest > 0n ? rest : 0n),
    paidOut: now.paidOut + (rest > 0n ? 0n : rest),
    fees: now.fees + fee
  })
}

export const changesOf = (moved: Iterable<Moved>): ReadonlyMap<string, Change> => {
  const sums = new Map<string, Change>()
  for (const one of moved) addChange(sums, one.resource, one.change, feeOf(one))
  return sums
}

/**
 * One sum for each token that was held or moved, in the order of the first movement. `ledger`: the ledger's balances at
 * the end.
 */
export const tokenSums = (
  opening: Held,
  changes: ReadonlyMap<string, Change>,
  ledger: Held | null
): ReadonlyArray<TokenSum> => {
  const all = [...new Set([...changes.keys(), ...opening.keys(), ...(ledger?.keys() ?? [])])]
  return all
    .map((resource): TokenSum => {
      const { fees, paidIn, paidOut, received, sent } = changes.get(resource) ?? NONE
      const first = opening.get(resource) ?? 0n
      const closing = first + received + sent
      return {
        resource,
        opening: first,
        received,
        sent,
        paidIn,
        paidOut,
        fees,
        closing,
        difference: ledger === null ? null : (ledger.get(resource) ?? 0n) - closing,
        hasMoved: changes.has(resource)
      }
    })
    .filter(
      ({ closing, difference, hasMoved, opening: first }) => hasMoved || first !== 0n || closing !== 0n || difference
    )
    .sort((one, other) => Number(other.hasMoved) - Number(one.hasMoved))
}

export interface ReasonSum {
  readonly reason: Reason
  readonly movements: number
  readonly sums: ReadonlyArray<{ readonly resource: string; readonly amount: Amount }>
}

/** All movements by reason; the sums of a token add up to its change. */
export const reasonSums = (moved: Iterable<Moved>): ReadonlyArray<ReasonSum> => {
  const byReason = new Map<Reason, { movements: number; readonly sums: Map<string, Amount> }>()
  const add = (resource: string, { amount, reason }: Part) => {
    const found = byReason.get(reason) ?? { movements: 0, sums: new Map<string, Amount>() }
    found.movements += 1
    found.sums.set(resource, (found.sums.get(resource) ?? 0n) + amount)
    byReason.set(reason, found)
  }
  for (const one of moved) for (const part of partsOf(one)) add(one.resource, part)
  return reasons.flatMap((reason) => {
    const found = byReason.get(reason)
    if (found === undefined) return []
    return [
      { reason, movements: found.movements, sums: [...found.sums].map(([resource, amount]) => ({ resource, amount })) }
    ]
  })
}

/** The balance of a movement's token after each movement, in order. */
export const balancesAfter = (
  opening: Held,
  moved: ReadonlyArray<Pick<Moved, "resource" | "change">>
): ReadonlyArray<Amount> => {
  const now = new Map(opening)
  return moved.map(({ change, resource }) => {
    const balance = (now.get(resource) ?? 0n) + change
    now.set(resource, balance)
    return balance
  })
}
