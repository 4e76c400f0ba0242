/**
 * Budget: a spending rule whose whole amount is parked for its period, for the site's key to pay from (docs/ledger.md,
 * 1.8; docs/product/treasury.md, "Budgets"). Isomorphic; times are Unix milliseconds, amounts decimal texts.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { leftOf, parkedFields } from "~/effects/treasury/settler/Parked"
import { type Amount, amountOf } from "~/ledger/amount"

export const BudgetId = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/), Schema.brand("BudgetId"))
export type BudgetId = typeof BudgetId.Type

/**
 * - `draft`: its terms are fixed; a vote may decide on them, nothing is parked
 * - `asked`: a wallet, or the keepers, are asked to park
 * - `parked`: payments are ordered, and the site's key makes them
 * - `returning`: nothing more is paid from it; what is left goes back
 * - `ended`: nothing is left that belongs to it
 * - `withdrawn`: given up before anything was parked
 */
export const BudgetState = Schema.Literal("draft", "asked", "parked", "returning", "ended", "withdrawn")
export type BudgetState = typeof BudgetState.Type

/** The terms: what a vote decides on, and whose digest stands on the parked account. */
export const BudgetTerms = Schema.Struct({
  title: Schema.String,
  resource: ResourceAddress,
  symbol: Schema.String,
  divisibility: Schema.Int,
  total: AmountText,
  /** The largest single payment; null for any. */
  most: Schema.NullOr(AmountText),
  /** How many there may be. */
  payments: Schema.Int,
  /** Its period is over at this moment: the beginning of a day in UTC. */
  untilAt: Schema.Number,
  treasury: AccountAddress
})
export type BudgetTerms = typeof BudgetTerms.Type

/** What parking sets aside; kept beside its step, too. */
export const BudgetPlan = Schema.Struct({
  id: BudgetId,
  communityId: CommunityId,
  digest: Schema.String,
  resource: ResourceAddress,
  total: AmountText,
  /** XRD for all payments and the return. */
  fees: AmountText,
  /** The local id of the key's badge. */
  settler: Schema.String,
  treasury: AccountAddress,
  /** The keepers' rule that the account has beside the site's key, as `ruleText` writes it; null for any one badge. */
  kept: Schema.NullOr(Schema.String),
  /** The vote that approved it. */
  proposalId: Schema.NullOr(Schema.String)
})
export type BudgetPlan = typeof BudgetPlan.Type

export const Budget = Schema.Struct({
  ...BudgetTerms.fields,
  id: BudgetId,
  communityId: CommunityId,
  number: Schema.Int,
  /** Who set it up. */
  account: AccountAddress,
  digest: Schema.String,
  fees: AmountText,
  proposalId: Schema.NullOr(Schema.String),
  settler: Schema.NullOr(Schema.String),
  kept: Schema.NullOr(Schema.String),
  parked: Schema.NullOr(AccountAddress),
  state: BudgetState,
  paused: Schema.Int,
  /** The step that parks, later the newest one that takes back. */
  stepId: Schema.NullOr(Schema.String),
  /** Payments confirmed so far. */
  made: Schema.Int,
  paid: AmountText,
  ...parkedFields
}).annotations(rowOf("budgets"))
export type Budget = typeof Budget.Type

/** One whose account is known. */
export type ParkedBudget = Budget & { readonly parked: AccountAddress; readonly settler: string }
export const isParked = (budget: Budget): budget is ParkedBudget => budget.parked !== null && budget.settler !== null

/**
 * - `waiting`: ordered; the site's key makes it next
 * - `sent`: the ledger has not decided
 * - `paid`: read back from the ledger
 * - `failed`: nothing moved, and nothing of it is tried again
 * - `withdrawn`: taken back before it was sent
 */
export const PaymentState = Schema.Literal("waiting", "sent", "paid", "failed", "withdrawn")
export type PaymentState = typeof PaymentState.Type

export const BudgetPayment = Schema.Struct({
  /** Of its budget and its number. */
  id: Schema.String,
  budgetId: BudgetId,
  n: Schema.Int,
  communityId: CommunityId,
  /** Who is paid. */
  account: AccountAddress,
  amount: AmountText,
  reason: Schema.String,
  askedBy: AccountAddress,
  state: PaymentState,
  txId: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("budget_payments"))
export type BudgetPayment = typeof BudgetPayment.Type

/** What should still lie in the account, by what was written down: the budget's token, and XRD for fees. */
export const leftIn = (parked: Budget) => leftOf(parked, parked.paid)

/** Ordered and neither failed nor taken back: this much of the budget is given away. */
export const isPromised = ({ state }: Pick<BudgetPayment, "state">): boolean =>
  state === "waiting" || state === "sent" || state === "paid"

export const promisedIn = (payments: ReadonlyArray<Pick<BudgetPayment, "amount" | "state">>): Amount =>
  payments.filter(isPromised).reduce((sum, { amount }) => sum + amountOf(amount), 0n)

export const payKeyOf = (id: string, n: number): string => `pay:${id}-${n}`

export const pathOf = (communityId: string, number?: number): string =>
  `/community/detail/${communityId}/budgets${number === undefined ? "" : `?b=${number}`}`
