/** What secures the bonds of a series, and from when their holders can take it (docs/product/bonds.md). Pure. */
import { type Amount, type AmountText, amountOf, formatAmount, MAX_SECURED, type ResourceAddress } from "~/ledger/index"
import { dayText } from "../codes"
import { DAY_MS } from "../limits"
import { wholeText } from "../money"
import type { Series, SeriesTerms } from "../Series"

export const MOST_BONDS = MAX_SECURED
export const GRACE_DAYS = { min: 3, max: 90 }

export interface Security {
  readonly resource: ResourceAddress
  readonly symbol: string
  /** For each bond. */
  readonly amount: AmountText
  readonly graceDays: number
}

type Secured = Pick<SeriesTerms, "collateral" | "collateralAmount" | "collateralSymbol" | "graceDays">

/** Null for a series without collateral. */
export const securityOf = ({ collateral, collateralAmount, collateralSymbol, graceDays }: Secured): Security | null =>
  collateral == null || collateralAmount == null || collateralSymbol == null || graceDays == null
    ? null
    : { resource: collateral, symbol: collateralSymbol, amount: collateralAmount, graceDays }

/** Until then bonds are redeemed; the ledger opens the collateral at this moment or, for a later issue, after it. */
export const promisedFrom = (maturesAt: number, { graceDays }: Pick<Security, "graceDays">): number =>
  maturesAt + graceDays * DAY_MS

const MINUTE_MS = 60_000

/**
 * Delay of the controllers from a moment of the ledger's clock. It counts whole minutes from the one it is committed in,
 * so this is rounded up, and the collateral never opens before the promised time.
 */
export const delayMinutes = (promised: number, ledgerTime: number): number =>
  Math.ceil((promised - Math.floor(ledgerTime / MINUTE_MS) * MINUTE_MS) / MINUTE_MS)

export const totalCollateral = ({ amount }: Pick<Security, "amount">, bonds: number): Amount =>
  amountOf(amount) * BigInt(bonds)

/** The collateral against the face value, which only the same token can be compared with. */
export const ratioText = ({ amount, resource }: Security, { currency, faceValue, symbol }: Series): string => {
  if (resource !== currency) return `No price of it in ${symbol} is known, so it cannot be compared with what is owed.`
  const percent = (amountOf(amount) * 1000n) / amountOf(faceValue)
  const text = percent % 10n === 0n ? String(percent / 10n) : `${percent / 10n}.${percent % 10n}`
  return `That is ${text}% of its face value, in the same token.`
}

export interface SecuredView {
  readonly resource: ResourceAddress
  readonly symbol: string
  readonly amount: AmountText
  /** When collateral can be taken: as the ledger says, or before the issue as the terms promise. */
  readonly from: number
  readonly isLocked: boolean
  readonly sentences: ReadonlyArray<string>
}

/** The four sentences of the term sheet. */
export const securedView = (series: Series): SecuredView | null => {
  const security = securityOf(series)
  if (security === null) return null
  const from = series.collateralFrom ?? promisedFrom(series.maturesAt, security)
  const isLocked = series.collateralFrom !== null
  const { amount, resource, symbol } = security
  const what = `${wholeText(amount)} ${symbol}`
  return {
    resource,
    symbol,
    amount,
    from,
    isLocked,
    sentences: [
      `Each bond ${isLocked ? "is" : "will be"} secured by ${what}, locked on the ledger ${isLocked ? "when the series was issued" : "by the transaction that issues it"}. ${ratioText(security, series)}`,
      `From ${dayText(from)} the holder of a bond that was not redeemed can take its collateral with their own wallet, without this site and without the issuer.`,
      `A bond that is redeemed by then belongs to the treasury, which gets its collateral back from the same day on.`,
      `Risks that remain: the collateral can lose its value, nothing enforces a partial payment, and the day cannot be moved forward.`
    ]
  }
}

/** One bond's collateral as the ledger has it. */
export interface VaultFacts {
  readonly number: number
  readonly vault: string
  /** What is left in it; "0" once it was taken. */
  readonly amount: AmountText
  /** Null once the recovery was confirmed. */
  readonly from: number | null
  readonly isConfirmed: boolean
  readonly isWithdrawing: boolean
  /** Something is in it, and its holder can take it by the ledger's clock. */
  readonly isOpen: boolean
  /** Null if the ledger does not say. */
  readonly holder: string | null
}

export const sumIn = (vaults: ReadonlyArray<Pick<VaultFacts, "amount">>): AmountText =>
  formatAmount(vaults.reduce((sum, { amount }) => sum + amountOf(amount), 0n))
