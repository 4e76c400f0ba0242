/**
 * Codes of series and numbers of receipts: GRD-2027A, R-GRD-2027A-000017, R-GRD-2027A-P000017 (docs/product/bonds.md).
 * Pure.
 */
import { inUtc } from "~/effects/base/text/moments"
import { DAY_MS } from "./limits"

export const CODE = /^[A-Z0-9]{1,8}-\d{4}[A-Z]{1,2}$/

/** The community's token, or the initials of its slug. */
export const stemOf = (tokenSymbol: string | null, slug: string): string => {
  const symbol = (tokenSymbol ?? "")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, 5)
  const initials = slug
    .split("-")
    .map((word) => word.slice(0, 1))
    .join("")
    .toUpperCase()
    .slice(0, 5)
  return symbol === "" ? initials : symbol
}

const LETTERS = 26
/** A to Z, then AA to ZZ. */
const letterOf = (n: number): string =>
  n < LETTERS
    ? String.fromCharCode(65 + n)
    : `${String.fromCharCode(64 + Math.floor(n / LETTERS))}${String.fromCharCode(65 + (n % LETTERS))}`

/** The first free letter in the year of maturity; undefined after 702 series of one year. */
export const codeFor = (stem: string, maturesAt: number, taken: ReadonlyArray<string>): string | undefined => {
  const year = new Date(maturesAt).getUTCFullYear()
  for (let n = 0; n < LETTERS * (LETTERS + 1); n += 1) {
    const code = `${stem}-${year}${letterOf(n)}`
    if (!taken.includes(code)) return code
  }
  return undefined
}

/** Symbol on the ledger, which allows letters and digits only. */
export const symbolOf = (code: string): string => code.replace("-", "")

export const receiptNumber = (code: string, n: number): string => `R-${code}-${String(n).padStart(6, "0")}`
/** Coupons and redemptions are numbered separately from purchases. */
export const paymentNumber = (code: string, n: number): string => `R-${code}-P${String(n).padStart(6, "0")}`

/** First 16 digits of a receipt's hash. */
export const checkCode = (digest: string): string => digest.slice(0, 16)
export const inFours = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1 ")

/** "20 Aug 2027", UTC. */
export const dayText = (at: number): string => inUtc("day", at)

/** Whole days since then. */
export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / DAY_MS))
