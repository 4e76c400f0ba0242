/** Computes the XRD in escrow for the relayer's transaction fees (docs/ledger.md). Pure. */
import type { Amount } from "~/ledger/index"

const CENT = 10n ** 16n
/** Rounds up to hundredths. */
export const roundedUp = (amount: Amount): Amount => ((amount + CENT - 1n) / CENT) * CENT

/**
 * Fee to lock for a batch: 1.5 times the expected cost, and more after each failure. What is not used stays in escrow.
 */
export const lockFor = (fee: Amount, tries: number): Amount => roundedUp((fee * 3n * BigInt(tries + 1)) / 2n)

/**
 * The fee to lock when `left` remains: at most all of it. Null if the remainder is too small for a batch, or if locking
 * all of it already failed.
 */
export const lockIn = (left: Amount, fee: Amount, tries: number): Amount | null => {
  const wanted = lockFor(fee, tries)
  if (wanted <= left) return wanted
  return left < lockFor(fee, 0) || (tries > 0 && lockFor(fee, tries - 1) >= left) ? null : left
}

/** Expected fees of all batches plus a tenth, and room for the last lock and the refund. */
export const feesFor = (fee: Amount, batches: number): Amount =>
  roundedUp((fee * BigInt(batches) * 11n) / 10n) + 2n * lockFor(fee, 1)
