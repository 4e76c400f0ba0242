/** What is parked for the fees of the site's transactions (docs/ledger.md, 1.8). Pure; amounts in XRD. */
import type { Amount } from "~/ledger/index"

const CENT = 10n ** 16n
/** Up to whole hundredths. */
export const roundedUp = (amount: Amount): Amount => ((amount + CENT - 1n) / CENT) * CENT

/** Locked for a batch: half as much again as one is expected to cost, more after each failure. What is not used stays. */
export const lockFor = (fee: Amount, tries: number): Amount => roundedUp((fee * 3n * BigInt(tries + 1)) / 2n)

/**
 * The same out of what is `left` for fees: all of that where it is less. Null where it does not pay for a batch, or was
 * locked whole before and the ledger refused all the same.
 */
export const lockIn = (left: Amount, fee: Amount, tries: number): Amount | null => {
  const wanted = lockFor(fee, tries)
  if (wanted <= left) return wanted
  return left < lockFor(fee, 0) || (tries > 0 && lockFor(fee, tries - 1) >= left) ? null : left
}

/** Expected for all batches, a tenth in reserve, and room for the last lock and the return. */
export const feesFor = (fee: Amount, batches: number): Amount =>
  roundedUp((fee * BigInt(batches) * 11n) / 10n) + 2n * lockFor(fee, 1)
