/**
 * Schema of budgets: a total that is held in escrow for a period, from which the relayer pays (docs/ledger.md;
 * docs/product/treasury.md, "Budgets"). Isomorphic; times are Unix milliseconds, amounts decimal texts.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { escrowFields, leftOf } from "~/effects/treasury/relayer/Escrow"
import { type Amount, amountOf } from "~/ledger/amount"

export const BudgetId = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/), Schema.brand("BudgetId"))
export type BudgetId = typeof BudgetId.Type

/**
 * - `draft`: its terms are fixed; a vote may decide on them, nothing is in escrow
 * - `asked`: a wallet or the signers are asked to fund it
 * - `parked`: funded; payments are ordered, and the relayer makes them
 * - `returning`: nothing more is paid from it, and the rest is being returned
 * - `ended`: it contains nothing more
 * - `withdrawn`: cancelled before it was funded
 */
export const BudgetState = Schema.Literal("draft", "asked", "parked", "returning", "ended", "withdrawn")
export type BudgetState = typeof BudgetState.Type

/** The terms: a vote decides on them, and their hash is in the metadata of the escrow account. */
export const BudgetTerms = Schema.Struct({
  title: Schema.String,
  resource: ResourceAddress,
  symbol: Schema.String,
  divisibility: Schema.Int,
  total: AmountText,
  /** The largest single payment; null for any amount. */
  most: Schema.NullOr(AmountText),
  /** The largest number of payments. */
  payments: Schema.Int,
  /** End of its period: the beginning of a day in UTC. */
  untilAt: Schema.Number,
  treasury: AccountAddress
})
export type BudgetTerms = typeof BudgetTerms.Type

/** What funding sets aside; also stored with its prepared transaction. */
export const BudgetPlan = Schema.Struct({
  id: BudgetId,
  communityId: CommunityId,
  digest: Schema.String,
  resource: ResourceAddress,
  total: AmountText,
  /** XRD for all payments and the return. */
  fees: AmountText,
  /** Local id of the relayer key's badge. */
  settler: Schema.String,
  treasury: AccountAddress,
  /**
   * The multisig rule that controls the account besides the relayer key, as `ruleText` writes it; null for any single
   * admin.
   */
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
  /** The account that set it up. */
  account: AccountAddress,
  digest: Schema.String,
  fees: AmountText,
  proposalId: Schema.NullOr(Schema.String),
  settler: Schema.NullOr(Schema.String),
  kept: Schema.NullOr(Schema.String),
  parked: Schema.NullOr(AccountAddress),
  state: BudgetState,
  paused: Schema.Int,
  /** The transaction that funds it, later the newest that withdraws from it. */
  stepId: Schema.NullOr(Schema.String),
  /** Payments confirmed so far. */
  made: Schema.Int,
  paid: AmountText,
  ...escrowFields
}).annotations(rowOf("budgets"))
export type Budget = typeof Budget.Type

/** A budget whose escrow account is known. */
export type EscrowBudget = Budget & { readonly parked: AccountAddress; readonly settler: string }
export const isParked = (budget: Budget): budget is EscrowBudget => budget.parked !== null && budget.settler !== null

/**
 * - `waiting`: ordered; the relayer makes it next
 * - `sent`: the ledger has not decided
 * - `paid`: confirmed on the ledger
 * - `failed`: nothing moved, and it is not retried
 * - `withdrawn`: withdrawn before it was sent
 */
export const PaymentState = Schema.Literal("waiting", "sent", "paid", "failed", "withdrawn")
export type PaymentState = typeof PaymentState.Type

export const BudgetPayment = Schema.Struct({
  /** Made from its budget and its number. */
  id: Schema.String,
  budgetId: BudgetId,
  n: Schema.Int,
  communityId: CommunityId,
  /** The payee. */
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

/** What should be left in the account according to our records: the budget's token, and XRD for fees. */
export const leftIn = (parked: Budget) => leftOf(parked, parked.paid)

/** Ordered, and neither failed nor withdrawn: it counts against the total. */
export const isPromised = ({ state }: Pick<BudgetPayment, "state">): boolean =>
  state === "waiting" || state === "sent" || state === "paid"

export const promisedIn = (payments: ReadonlyArray<Pick<BudgetPayment, "amount" | "state">>): Amount =>
  payments.filter(isPromised).reduce((sum, { amount }) => sum + amountOf(amount), 0n)

export const payKeyOf = (id: string, n: number): string => `pay:${id}-${n}`

export const pathOf = (communityId: string, number?: number): string =>
  `/community/detail/${communityId}/budgets${number === undefined ? "" : `?b=${number}`}`
