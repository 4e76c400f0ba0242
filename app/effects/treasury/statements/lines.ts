/** Lines of a statement's file: opening balances, every movement, closing balances. Pure. */

import { inUtc } from "~/effects/base/text/moments"
import { amountOf, formatAmount } from "~/ledger/amount"
import { reasonWords } from "./reasons"
import type { Statement, StatementMovement, StatementToken } from "./statementView"

export const COLUMNS = [
  "line",
  "at",
  "ledger_version",
  "transaction",
  "reason",
  "about",
  "signed_by",
  "signer",
  "token",
  "resource",
  "received",
  "sent",
  "fee",
  "balance",
  "check",
  "part",
  "request",
  "request_check"
] as const
export type Line = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>

const iso = (at: number) => new Date(at).toISOString()

/** Amounts are unsigned in a column for each direction: spreadsheets read them as numbers, never as formulas. */
const sized = (amount: StatementMovement["amount"], isAbove: boolean): string | null => {
  const size = amountOf(amount)
  if (size === 0n || size > 0n !== isAbove) return null
  return formatAmount(isAbove ? size : -size)
}

/** Several signers share one cell; it is empty if none is known. */
const joined = (texts: ReadonlyArray<string>): string | null => texts.filter((text) => text !== "").join("; ") || null

export const movementLine = (one: StatementMovement): Line => ({
  line: "movement",
  at: iso(one.at),
  ledger_version: one.stateVersion,
  transaction: one.txId,
  reason: reasonWords[one.reason],
  about: one.about,
  signed_by: joined(one.signers.map(({ name }) => name ?? "")),
  signer: joined(one.signers.map(({ account }) => account)),
  token: one.name,
  resource: one.resource,
  received: sized(one.amount, true),
  sent: sized(one.amount, false),
  fee: one.fee === "0" ? null : one.fee,
  balance: one.balance,
  check: null,
  part: one.part,
  request: one.request?.code ?? null,
  request_check: one.request?.check ?? null
})

const checkOf = ({ proof }: Statement, { difference, name }: StatementToken): string =>
  proof === "unproven" || difference === null
    ? "not proven: the ledger could not be read"
    : difference === "0"
      ? "agrees with the ledger"
      : `the ledger has a difference of ${difference} ${name}`

type Block = "treasury" | "escrow" | "total"

const endLine = (statement: Statement, token: StatementToken, end: "opening" | "closing", part: Block): Line => {
  const { closing, isRunning, now, opening, period } = statement
  const time = end === "opening" ? opening : closing
  const at = end === "opening" ? period.from : isRunning ? now : period.to
  return {
    line: end,
    at: iso(at),
    ledger_version: time?.stateVersion ?? null,
    transaction: null,
    reason: null,
    about:
      end === "opening" ? "Opening balance" : `Closing balance${isRunning ? `, until ${inUtc("moment", at)} UTC` : ""}`,
    signed_by: null,
    signer: null,
    token: token.name,
    resource: token.resource,
    received: null,
    sent: null,
    fee: null,
    balance: token[end],
    check: end === "closing" && part === "treasury" ? checkOf(statement, token) : null,
    part,
    request: null,
    request_check: null
  }
}

/** Lines around the movements: opening balances in the first file, closing ones in the last. */
export const endLines = (statement: Statement) => {
  const { escrow, isFirstPage, next, tokens, total } = statement
  const of = (end: "opening" | "closing") => [
    ...tokens.map((token) => endLine(statement, token, end, "treasury")),
    ...(escrow?.tokens ?? []).map((token) => endLine(statement, token, end, "escrow")),
    ...(total ?? []).map((token) => endLine(statement, token, end, "total"))
  ]
  return { before: isFirstPage ? of("opening") : [], after: next === null ? of("closing") : [] }
}
