/**
 * Checks bond receipts as files: one canonical document, whose check code is printed on paper (docs/product/votes.md).
 */
import { Either } from "effect"
import type { Json } from "~/effects/base/text/canonical"
import { hashOf } from "~/effects/base/text/digest"
import { isAccountOf } from "../fields"
import { type BondReceipt, formOfReceipt } from "./bondReceipt"
import { OTHER_LAYOUT } from "./layout"
import { failed, type Report, type Step, stepOf } from "./Report"
import { formStep, readStrictly } from "./readStrictly"

const CHECK_LENGTH = 16
const PLACES = 18

/** A decimal with at most 18 places as an integer of 10^-18, for comparing and adding. */
export const attos = (text: string): bigint => {
  const [head = "0", tail = ""] = text.replace("-", "").split(".")
  const size = BigInt(head + tail.padEnd(PLACES, "0"))
  return text.startsWith("-") ? -size : size
}

/** Purchases and payments are numbered separately, so a number shows which of them it is. */
const isNumbered = ({ code, kind, number }: BondReceipt): boolean => {
  const start = `R-${code}-${kind === "purchase" ? "" : "P"}`
  return number.startsWith(start) && /^\d+$/.test(number.slice(start.length))
}

/** Steps that the file alone cannot pass: they need the site or the ledger. */
export const SITE_STEP = "The site that issued it has the same"
export const LEDGER_STEP = "The transaction is on the ledger"
export const HELD_STEP = "The account held these units"

/** Instructions for asking by hand. */
const toBeAsked = (file: BondReceipt): ReadonlyArray<Step> => {
  const ask = (name: string, detail: string): Step => ({ name, state: "warn", figure: "", detail })
  const site = "origin" in file ? file.origin : "the site that issued it"
  const issued = ask(SITE_STEP, `Not asked. Check this file on ${site}.`)
  if (file.kind !== "coupon") {
    return [issued, ask(LEDGER_STEP, `Not asked. Look up ${file.transaction}: it must carry ${file.subintent}.`)]
  }
  const { account, bondResource, paidTo, recordVersion, symbol, total, transaction, units } = file
  const where = paidTo === "account" ? `pay ${total} ${symbol} to` : `put ${total} ${symbol} into the locker for`
  return [
    issued,
    ask(LEDGER_STEP, `Not asked. Look up ${transaction}: it must ${where} ${account}.`),
    ask(HELD_STEP, `Not asked. At ledger version ${recordVersion} it must have held ${units} of ${bondResource}.`)
  ]
}

const stepsOf = (file: BondReceipt, isOwnLayout: boolean): ReadonlyArray<Step> => [
  formStep(file.schema, isOwnLayout, "origin" in file ? `Issued by ${file.origin}.` : ""),
  stepOf("Its number matches its series", isNumbered(file), "The number belongs to another series.", file.number),
  stepOf(
    "Units times price equals the total",
    attos(file.perUnit) * BigInt(file.units) === attos(file.total),
    "The total is different.",
    `${file.total} ${file.symbol}`
  ),
  stepOf(
    "The account is on this network",
    isAccountOf(file.networkId, file.account),
    "The account belongs to another network."
  ),
  ...(file.kind === "coupon"
    ? [
        stepOf(
          "Holders were counted before they were paid",
          file.recordVersion < file.stateVersion,
          "It was paid before its holders were counted."
        )
      ]
    : []),
  ...toBeAsked(file)
]

const saidOf = ({ code, kind, symbol, total, units }: BondReceipt): string =>
  kind === "coupon"
    ? `a coupon of ${total} ${symbol} on ${units} units of ${code}`
    : `${units} units of ${code} ${kind === "purchase" ? "bought" : "redeemed"} for ${total} ${symbol}`

/** In groups of four, as on paper. */
const codeOf = (file: BondReceipt): string =>
  hashOf(file as unknown as Json) // the schemas allow only JSON
    .slice(0, CHECK_LENGTH)
    .replace(/(.{4})(?=.)/g, "$1 ")

export const bondVerdict = (file: BondReceipt, confirmation: "confirmed" | "open" | "refuted"): string => {
  const { number } = file
  if (confirmation === "refuted") return `Receipt ${number} is not confirmed: what it states is not true.`
  const outcome = confirmation === "confirmed" ? "is confirmed" : "is complete in itself, and not confirmed"
  return `Receipt ${number} ${outcome}: ${saidOf(file)}. Its check code is ${codeOf(file)}.`
}

/** Checks what the file alone shows. Confirming it needs others (receiptQuestions). */
export const checkBondReceipt = async (value: unknown, source: string): Promise<Report> => {
  const read = await readStrictly(formOfReceipt(value), value, source)
  if (Either.isLeft(read)) return read.left
  const { file, isOwnLayout } = read.right
  const steps = stepsOf(file, isOwnLayout)
  const findings = failed(steps)
  const common = { subject: `Receipt ${file.number}`, steps, findings, marks: [], labels: [] }
  const [first] = findings
  if (first !== undefined) {
    return { ...common, holds: false, verdict: "This file does not check out.", detail: first.words }
  }
  const issuer = "origin" in file ? `the site that issued it (${file.origin})` : "the site that issued it"
  const open = `Anyone could have written what is in the file. To confirm it, ask ${issuer} and the ledger.`
  return {
    ...common,
    holds: true,
    confirmation: "open",
    verdict: bondVerdict(file, "open"),
    detail: isOwnLayout ? open : `${OTHER_LAYOUT} ${open}`
  }
}
