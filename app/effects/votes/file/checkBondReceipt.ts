/** Receipts of bonds as files: one canonical document, whose check code is printed on paper (product 3.6.7). */
import { Either, Schema } from "effect"
import { canonical, type Json } from "../canonical"
import { digestOf } from "../digest"
import { AccountAddress, Decimal, Digest, Id, Instant, isAccountOf, NetworkId, STRICT } from "../fields"
import { type Finding, type Report, type Step, unreadable } from "./Report"

export const BOND_RECEIPT_SCHEMA = "bond-receipt/1"
const CHECK_LENGTH = 16

const address = (prefix: string) => Schema.String.pipe(Schema.pattern(new RegExp(`^${prefix}_[a-z0-9_]{30,100}$`)))

const BondReceipt = Schema.Struct({
  schema: Schema.Literal(BOND_RECEIPT_SCHEMA),
  networkId: NetworkId,
  kind: Schema.Literal("purchase", "redemption"),
  number: Schema.String.pipe(Schema.pattern(/^R-[A-Z0-9]{1,8}-\d{4}[A-Z]{1,2}-\d{6,12}$/)),
  community: Id,
  series: Id,
  code: Schema.String,
  termsDigest: Digest,
  bondResource: address("resource"),
  currency: address("resource"),
  symbol: Schema.String,
  account: AccountAddress,
  units: Schema.Int.pipe(Schema.positive()),
  perUnit: Decimal,
  total: Decimal,
  subintent: address("subtxid"),
  transaction: address("txid"),
  stateVersion: Schema.Int.pipe(Schema.positive()),
  settledAt: Instant
})
type BondReceipt = typeof BondReceipt.Type

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

const stepsOf = (file: BondReceipt): ReadonlyArray<Step> => [
  step("The file has the right form", true, "", file.schema),
  step(
    "Its number names its series",
    file.number.startsWith(`R-${file.code}-`),
    "The number belongs to another series.",
    file.number
  ),
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
  {
    name: "The transaction is on the ledger",
    state: "warn",
    figure: "",
    detail: `Not checked here. Look up ${file.transaction}: it must carry ${file.subintent}.`
  }
]

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
  const what = file.kind === "purchase" ? "bought" : "redeemed"
  return {
    holds,
    verdict: holds
      ? `Receipt ${file.number} is in order: ${file.units} units of ${file.code} ${what} for ${file.total} ${file.symbol}. Its check code is ${code.replace(/(.{4})(?=.)/g, "$1 ")}.`
      : "This file does not check out.",
    detail: holds ? "Compare the check code with the one on paper." : (findings[0]?.words ?? ""),
    subject: `Receipt ${file.number}`,
    steps,
    findings,
    marks: [],
    labels: []
  }
}
