/** Checks which rows of a payout can be paid, and why the others cannot. */
import type { Effect } from "effect"
import { accountProblem } from "~/effects/base/addresses/payableAccount"
import { isTooLarge, TOO_LARGE } from "~/effects/base/amounts/AmountText"
import { mapInParts } from "~/effects/base/jobs/inParts"
import { isDuplicate, isUnclear, sameAccount, unclearAmount } from "~/effects/base/lists/problems"
import { type Amount, formatAmount, isDivisible, parseAmount } from "~/ledger/index"
import { withoutZeros } from "../Distribution"
import { OTHER_TOKEN, type PayLine } from "./payList"

export interface CheckedRow extends PayLine {
  readonly state: "valid" | "error" | "excluded"
  readonly error: string | null
}
export type Unchecked = PayLine & { readonly state?: CheckedRow["state"]; readonly error?: string | null }

export interface Against {
  readonly divisibility: number
  /** The community's own accounts. */
  readonly own: ReadonlyArray<string>
}

const wrongAccount = (account: string, own: ReadonlyArray<string>): string | null =>
  own.includes(account) ? "Community's own account." : accountProblem(account)

const wrongAmount = (text: string, divisibility: number): string | null => {
  if (text === "") return "The amount is missing."
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return "This is a date, not an amount."
  if (!/^-?\d+(\.\d+)?$/.test(text)) return "Amount is not a number."
  const decimals = (text.split(".")[1] ?? "").replace(/0+$/, "").length
  if (decimals > divisibility) return `More than ${divisibility} decimals.`
  const amount = parseAmount(withoutZeros(text))
  if (amount === null) return isTooLarge(withoutZeros(text)) ? TOO_LARGE : "Amount is not a number."
  if (amount <= 0n) return "Amount must be above 0."
  return isDivisible(amount, divisibility) ? null : `More than ${divisibility} decimals.`
}

/** Null if the text cannot be read as an amount. */
export const amountIn = ({ amount }: Pick<PayLine, "amount">): Amount | null => parseAmount(withoutZeros(amount))

/** Amount of a valid row; throws for any other. */
const validAmount = (row: Pick<PayLine, "amount" | "line">): Amount => {
  const amount = amountIn(row)
  if (amount === null) throw new TypeError(`line ${row.line}: ${JSON.stringify(row.amount)} is not an amount`)
  return amount
}

/** Errors that the stored text alone no longer shows, because they were found when the list was read. */
const isOfReading = (error: string | null): boolean => isUnclear(error) || error === OTHER_TOKEN

/** Excluded rows stay excluded; every other row is checked again. */
export const checkRows = (
  rows: ReadonlyArray<Unchecked>,
  against: Against
): Effect.Effect<ReadonlyArray<CheckedRow>> => {
  const first = new Map<string, number>()
  return mapInParts(rows, ({ account, amount, line, note, state, error: before = null }): CheckedRow => {
    const row = { line, account, amount, note }
    if (state === "excluded") return { ...row, state, error: before }
    const earlier = first.get(account)
    if (earlier === undefined) first.set(account, line)
    const error =
      (isOfReading(before) ? before : null) ??
      wrongAccount(account, against.own) ??
      wrongAmount(amount, against.divisibility) ??
      (earlier === undefined ? null : sameAccount(earlier))
    return { ...row, state: error === null ? "valid" : "error", error }
  })
}

// What people do with checked rows. The results are to be checked again.

/** Adds the amounts of duplicate accounts to their first row and excludes the later rows. */
export const addUpDuplicates = (rows: ReadonlyArray<CheckedRow>): ReadonlyArray<Unchecked> => {
  const sums = new Map<string, Amount>()
  for (const row of rows) {
    if (row.state === "valid" || isDuplicate(row)) {
      sums.set(row.account, (sums.get(row.account) ?? 0n) + validAmount(row))
    }
  }
  const firsts = new Map(rows.filter(({ state }) => state === "valid").map(({ account, line }) => [account, line]))
  return rows.map((row): Unchecked => {
    const stored = firsts.get(row.account)
    if (isDuplicate(row) && stored !== undefined) {
      return { ...row, state: "excluded", error: `Added to line ${stored}.` }
    }
    const sum = row.state === "valid" ? sums.get(row.account) : undefined
    return sum === undefined ? row : { ...row, amount: formatAmount(sum) }
  })
}

export const dropLater = (rows: ReadonlyArray<CheckedRow>): ReadonlyArray<Unchecked> =>
  rows.map((row): Unchecked => (isDuplicate(row) ? { ...row, state: "excluded" } : row))

export const excludeWrong = (rows: ReadonlyArray<CheckedRow>): ReadonlyArray<Unchecked> =>
  rows.map((row): Unchecked => (row.state === "error" ? { ...row, state: "excluded" } : row))

/** `changes` holds new texts by line. An edited line is no longer excluded. */
export const mendRows = (
  rows: ReadonlyArray<CheckedRow>,
  changes: ReadonlyMap<number, { readonly account?: string; readonly amount?: string }>
): ReadonlyArray<Unchecked> =>
  rows.map((row): Unchecked => {
    const change = changes.get(row.line)
    if (change === undefined) return row
    const isSame = (change.amount ?? row.amount) === row.amount
    const isLeft = row.error === OTHER_TOKEN || (isSame && isOfReading(row.error))
    const error = isLeft ? row.error : isSame ? null : unclearAmount(change.amount ?? "")
    return { ...row, ...change, ...(row.state === "excluded" ? {} : { state: "valid", error }) }
  })

export interface Sums {
  readonly ready: number
  readonly wrong: number
  readonly excluded: number
  readonly total: Amount
}

export const sumsOf = (rows: ReadonlyArray<CheckedRow>): Sums => {
  const valid = rows.filter(({ state }) => state === "valid")
  return {
    ready: valid.length,
    wrong: rows.filter(({ state }) => state === "error").length,
    excluded: rows.filter(({ state }) => state === "excluded").length,
    total: valid.reduce((sum, row) => sum + validAmount(row), 0n)
  }
}
