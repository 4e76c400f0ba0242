/**
 * Shares of a pool by a rule (docs/product/treasury.md). Always rounded down; the remainder stays in the treasury.
 * Pure.
 */
import { AMOUNT_PLACES, type Amount } from "~/ledger/index"

export interface Share {
  readonly account: string
  readonly amount: Amount
}
export interface Shared {
  /** Only accounts with a share above 0. */
  readonly shares: ReadonlyArray<Share>
  /** Part of the pool that is not sent. */
  readonly remainder: Amount
}

const floorTo = (amount: Amount, divisibility: number): Amount => {
  const unit = 10n ** BigInt(AMOUNT_PLACES - divisibility)
  return amount - (amount % unit)
}

const shared = (pool: Amount, given: ReadonlyArray<Share>): Shared => {
  const shares = given.filter(({ amount }) => amount > 0n)
  return { shares, remainder: pool - shares.reduce((sum, { amount }) => sum + amount, 0n) }
}

export const shareEqually = (pool: Amount, accounts: ReadonlyArray<string>, divisibility: number): Shared => {
  if (accounts.length === 0) return { shares: [], remainder: pool }
  const each = floorTo(pool / BigInt(accounts.length), divisibility)
  return shared(
    pool,
    accounts.map((account) => ({ account, amount: each }))
  )
}

/** Weights are whole numbers of any unit. */
export const shareByWeight = (
  pool: Amount,
  weights: ReadonlyArray<readonly [string, bigint]>,
  divisibility: number
): Shared => {
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0n)
  if (all <= 0n) return { shares: [], remainder: pool }
  return shared(
    pool,
    weights.map(([account, weight]) => ({ account, amount: floorTo((pool * weight) / all, divisibility) }))
  )
}

/** The same amount for everyone, without a remainder. */
export const shareAmount = (amount: Amount, accounts: ReadonlyArray<string>): Shared => ({
  shares: accounts.map((account) => ({ account, amount })),
  remainder: 0n
})
