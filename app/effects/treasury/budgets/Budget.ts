/**
 * Schema of budgets: a total that is held in escrow for a period, from which the relayer pays (docs/ledger.md;
 * docs/product/treasury.md, "Budgets"). Isomorphic; times are Unix milliseconds, amounts decimal texts.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { ProposalId } from "~/effects/governance/votes/fields"
import type { Escrow, EscrowState } from "~/effects/treasury/escrow/Escrow"
import { type Amount, amountOf } from "~/ledger/amount"

export const BudgetId = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/), Schema.brand("BudgetId"))
export type BudgetId = typeof BudgetId.Type

/**
 * `draft`: its terms are fixed; a vote may decide on them, and nothing is in escrow. `withdrawn`: cancelled before it
 * was funded. Otherwise the state of its escrow.
 */
export const OwnState = Schema.Literal("draft", "withdrawn")
export type BudgetState = typeof OwnState.Type | EscrowState

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

export const BudgetRow = Schema.Struct({
  ...BudgetTerms.fields,
  id: BudgetId,
  communityId: CommunityId,
  number: Schema.Int,
  /** The account that set it up. */
  account: AccountAddress,
  digest: Schema.String,
  /** XRD for all payments and the refund. */
  fees: AmountText,
  /** The vote that approved it. */
  proposalId: Schema.NullOr(ProposalId),
  state: OwnState,
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("budgets"))
export type BudgetRow = typeof BudgetRow.Type

export interface Budget extends Omit<BudgetRow, "state"> {
  readonly state: BudgetState
  readonly escrow: Escrow | null
}

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

/** Ordered, and neither failed nor withdrawn: it counts against the total. */
export const isPromised = ({ state }: Pick<BudgetPayment, "state">): boolean =>
  state === "waiting" || state === "sent" || state === "paid"

export const promisedIn = (payments: ReadonlyArray<Pick<BudgetPayment, "amount" | "state">>): Amount =>
  payments.filter(isPromised).reduce((sum, { amount }) => sum + amountOf(amount), 0n)

export const payKeyOf = (id: string, n: number): string => `pay:${id}-${n}`

export const pathOf = (communityId: CommunityId, number?: number): string =>
  `/community/detail/${communityId}/budgets${number === undefined ? "" : `?b=${number}`}`
