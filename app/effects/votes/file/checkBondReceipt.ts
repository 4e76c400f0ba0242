/** Receipts of bonds as files: one canonical document, whose check code is printed on paper (product 3.6.7). */
import { Either, Schema } from "effect"
import { canonical, type Json } from "../canonical"
import { digestOf } from "../digest"
import { isAccountOf, STRICT } from "../fields"
import { BondReceipt } from "./bondReceipt"
import { type Finding, type Report, type Step, unreadable } from "./Report"

const CHECK_LENGTH = 16

const PLACES = 18
/** In units of 10^-18; both texts are in the fixed form of `Decimal`. */
const whole = (text: string): bigint => {
  const [head = "0", tail = ""] = text.split(".")
  return BigInt(head + tail.padEnd(PLACES, "0"))
}

const step = (name: string, isRight: boolean, words: string, figure = ""): Step => ({
  name,
  state: isRight ? "ok" : "bad",
  figure,
  detail: isRight ? "" : words
})

/** Purchases and payments are counted apart, so a number says which of them it is. */
const isNumbered = ({ code, kind, number }: BondReceipt): boolean => {
  const start = `R-${code}-${kind === "purchase" ? "" : "P"}`
  return number.startsWith(start) && /^\d+$/.test(number.slice(start.length))
}

/** What only the ledger can tell, and how to ask it. */
const onLedger = (file: BondReceipt): ReadonlyArray<Step> => {
  const ask = (name: string, detail: string): Step => ({ name, state: "warn", figure: "", detail })
  const name = "The transaction is on the ledger"
  if (file.kind !== "coupon") {
    return [ask(name, `Not checked here. Look up ${file.transaction}: it must carry ${file.subintent}.`)]
  }
  const { account, bondResource, paidTo, recordVersion, symbol, total, transaction, units } = file
  const where = paidTo === "account" ? `pay ${total} ${symbol} to` : `put ${total} ${symbol} into the locker for`
  return [
    ask(name, `Not checked here. Look up ${transaction}: it must ${where} ${account}.`),
    ask(
      "The account held these units",
      `Not checked here. At ledger version ${recordVersion} it must have held ${units} of ${bondResource}.`
    )
  ]
}

const stepsOf = (file: BondReceipt): ReadonlyArray<Step> => [
  step("The file has the right form", true, "", file.schema),
  step("Its number names its series", isNumbered(file), "The number belongs to another series.", file.number),
  step(
    "Units times price is the total",
    whole(file.perUnit) * BigInt(file.units) === whole(file.total),
    "The total is another one.",
    `${file.total} ${file.symbol}`
  ),
  step(
    "The account is of its network",
    isAccountOf(file.networkId, file.account),
    "The account belongs to another network."
  ),
  ...(file.kind === "coupon"
    ? [
        step(
          "Holders were counted before they were paid",
          file.recordVersion < file.stateVersion,
          "It was paid before its holders were counted."
        )
      ]
    : []),
  ...onLedger(file)
]

const saidOf = ({ code, kind, symbol, total, units }: BondReceipt): string =>
  kind === "coupon"
    ? `a coupon of ${total} ${symbol} on ${units} units of ${code}`
    : `${units} units of ${code} ${kind === "purchase" ? "bought" : "redeemed"} for ${total} ${symbol}`

export const checkBondReceipt = async (value: unknown, source: string): Promise<Report> => {
  const read = Schema.decodeUnknownEither(BondReceipt, STRICT)(value)
  if (Either.isLeft(read)) return unreadable("This file has not the form its first line names.")
  const file = read.right
  if (`${canonical(file as Json)}\n` !== source) {
    return unreadable(
      "This file is not written in the one fixed way. Fetch it again instead of saving it from an editor."
    )
  }
  const code = digestOf(file as Json).slice(0, CHECK_LENGTH)
  const steps = [...stepsOf(file)]
  const findings = steps
    .filter(({ state }) => state === "bad")
    .map(({ detail, name }): Finding => ({ row: null, where: name, words: detail }))
  const holds = findings.length === 0
  return {
    holds,
    verdict: holds
      ? `Receipt ${file.number} is in order: ${saidOf(file)}. Its check code is ${code.replace(/(.{4})(?=.)/g, "$1 ")}.`
      : "This file does not check out.",
    detail: holds ? "Compare the check code with the one on paper." : (findings[0]?.words ?? ""),
    subject: `Receipt ${file.number}`,
    steps,
    findings,
    marks: [],
    labels: []
  }
}
