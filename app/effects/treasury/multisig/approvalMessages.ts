/** Names of requests and rules. Pure, and without the schemas: pages load it. */
import { readable } from "~/effects/base/amounts/readable"
import { inUtc } from "~/effects/base/text/moments"
import { countsKeys, seatName, shortSeat } from "~/effects/treasury/deployment/seatIds"
import { type Amount, amountOf, formatAmount } from "~/ledger/amount"
import type {
  ApprovalRequest,
  ClosedState,
  PaidOne,
  Payment,
  Release,
  RequestPayload,
  RuleChange,
  TransactionRequest
} from "./ApprovalRequest"
import type { RequestView } from "./views"

/** Completes "It … here" for a closed request that the ledger executed. */
export const closedWords: Readonly<Record<ClosedState, string>> = {
  withdrawn: "was withdrawn",
  refused: "was refused",
  expired: "had expired",
  void: "had ended",
  failed: "counted as not executed"
}

/** Anyone with all signatures can submit it until its end, so "nothing moved" is unknown before. */
export const nothingMoved = ({ endsAt, isFinal }: Pick<RequestView, "endsAt" | "isFinal">, now: number): string => {
  if (isFinal) return "Nothing moved."
  if (endsAt !== null && now < endsAt) {
    return `With all signatures anyone can still submit it until ${inUtc("moment", endsAt)} UTC; it is shown here then.`
  }
  return "Whether somebody submitted it before its end is not known yet: the ledger is read again each minute."
}

/** Page where anyone checks from the ledger alone who signed a transaction. */
export const checkHref = (txId: string): string => `/verify?transaction=${txId}`

interface Named {
  readonly id: string
  readonly name: string | null
}

/** "One, two and three". */
export const listed = (texts: ReadonlyArray<string>): string =>
  texts.length < 2 ? (texts[0] ?? "nobody") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`

/** "Marta and badge #3#". */
export const namesText = (given: ReadonlyArray<Named>): string =>
  listed(given.map(({ id, name }) => name ?? seatName(id)))

const KINDS: Readonly<Record<ApprovalRequest["kind"], string>> = {
  payment: "Payment",
  rule: "Change of signers",
  release: "End of multisig",
  issue: "Issue",
  parking: "Escrow",
  back: "Withdrawal",
  recovery: "Recovery",
  collateral: "Collateral"
}

/** Whether it has a prepared transaction. */
export const isTransactionRequest = (payload: RequestPayload): payload is TransactionRequest => "step" in payload

/** Whether it changes the rule. */
export const isRuleRequest = (payload: RequestPayload): payload is RuleChange | Release =>
  payload.kind === "rule" || payload.kind === "release"

/** "Payment 31", "Change of signers 32". */
export const requestName = ({ kind, number }: Pick<ApprovalRequest, "kind" | "number">): string =>
  `${KINDS[kind]} ${number}`

/** "2 of 3 signers". */
export const ruleWords = ({ needed, seats }: Pick<RuleChange, "needed" | "seats">): string =>
  `${needed} of ${seats.length} signers`

/** Completes the name of a request, for a signer who proposes the same again. */
export const standsAs = ({ kind, state }: Pick<ApprovalRequest, "kind" | "state">): string => {
  const whose = kind === "payment" ? " for this vote" : ""
  if (state === "committed") return `${whose} is ${kind === "payment" ? "made" : "done"} already.`
  if (state !== "mismatch") return `${whose} waits for the signers already.`
  const rest = kind === "payment" ? " What is missing can be proposed without the number of the vote." : ""
  return `${whose} was executed, but not as proposed: look at its transaction first.${rest}`
}

/** The rule after a request, for sentences about the treasury; null if it stays as it is. */
export const ruleLeft = (payload: RequestPayload): string | null => {
  if (!isRuleRequest(payload)) return null
  return payload.kind === "rule" ? ruleWords(payload) : "any one admin badge"
}

export type Paying = Pick<Payment, "amount" | "further" | "payee" | "resource">

/** All payees of a payment. */
export const paidBy = ({
  amount,
  further,
  payee,
  payeeName
}: PaidOne & Pick<Payment, "further">): ReadonlyArray<PaidOne> => [{ amount, payee, payeeName }, ...further]

/** What a payment takes from the treasury; before it is checked, this can exceed the ledger's largest amount. */
export const takenBy = ({ amount, further }: Pick<Payment, "amount" | "further">): Amount =>
  further.reduce((sum, each) => sum + amountOf(each.amount), amountOf(amount))

/** The same as text. */
export const totalOf = (payment: Pick<Payment, "amount" | "further">) => formatAmount(takenBy(payment))

const payeeWords = ({ payee, payeeName }: Omit<PaidOne, "amount">) => payeeName ?? `account …${payee.slice(-8)}`

/** "Pay 797.5 GRD to 2 accounts". */
export const shortPayWords = (payment: Payment): string =>
  `Pay ${readable(totalOf(payment))} ${payment.symbol} to ${payment.further.length + 1} accounts`

/** "Pay 777.5 GRD to Piet van Dam and 20 GRD to Amir Haddad". */
const payWords = (payment: Payment): string =>
  `Pay ${listed(paidBy(payment).map((one) => `${readable(one.amount)} ${payment.symbol} to ${payeeWords(one)}`))}`

/** Payees that a heading names; the table below it and the wallet show all. */
const NAMED = 3

const rule = ({ ids, needed }: { readonly ids: ReadonlyArray<string>; readonly needed: number }) =>
  `${needed} of ${countsKeys({ ids }) ? "the keys " : ""}${ids.map(shortSeat).join(" ")}`

/** "120 GRD and 5 XRD"; once, where both are the same. */
const sumWords = ({ amounts }: TransactionRequest): string =>
  amounts
    .filter(({ amount }) => amount !== "0")
    .map(({ amount, symbol }) => `${readable(amount)} ${symbol}`)
    .join(" and ")

/** What a request does: "Pay 420 XRD to Amir Haddad", "Signers become 2 of #1# #2# #4#", "End multisig". */
export const titleOf = ({ payload }: { readonly payload: RequestPayload }): string => {
  switch (payload.kind) {
    case "payment":
      return payload.further.length < NAMED ? payWords(payload) : shortPayWords(payload)
    case "rule":
      return `Signers become ${rule({ ids: payload.seats.map(({ id }) => id), needed: payload.needed })}`
    case "release":
      return "End multisig"
    case "issue":
      return `Issue ${sumWords(payload)}`
    case "parking":
      return `Move ${sumWords(payload)} into escrow`
    case "back":
      return `Withdraw ${sumWords(payload)}`
    case "recovery":
      return `Recover ${sumWords(payload)} that nobody claimed`
    case "collateral":
      return `Return ${sumWords(payload)} of collateral to the treasury`
  }
}

/** The same with all payees. */
export const wholeTitleOf = (request: { readonly payload: RequestPayload }): string =>
  request.payload.kind === "payment" ? payWords(request.payload) : titleOf(request)

/** The rule before a change. */
export const ruleBefore = ({ from }: RuleChange | Release): string => rule(from)
export const ruleAfter = (payload: RuleChange | Release): string =>
  payload.kind === "rule"
    ? rule({ ids: payload.seats.map(({ id }) => id), needed: payload.needed })
    : "any one admin badge"

/** How much of a token a request takes from the treasury. */
export const promisedIn = (payload: RequestPayload, token: string): bigint => {
  if (payload.kind === "payment") return payload.resource === token ? takenBy(payload) : 0n
  if (payload.kind !== "parking") return 0n
  return payload.amounts.reduce((sum, { amount, resource }) => sum + (resource === token ? amountOf(amount) : 0n), 0n)
}
