/** Reserve accounts: their balances, and every series that owes money from them. Pure. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Balances } from "~/effects/chain/ledger/facts"
import { type AmountText, NOTHING, type ResourceAddress } from "~/ledger/index"
import type { PaidOf, Series } from "./Series"

export interface Reserves {
  readonly balances: Balances
  /** Series of all communities, since several may use the same reserve account. */
  readonly debtors: ReadonlyArray<Series>
  readonly paidOf: PaidOf
}

/** Other series that owe the same currency from the same account, by the start of their sale. */
export const othersOn = (series: Series, { debtors }: Reserves): ReadonlyArray<Series> =>
  debtors
    .filter(
      ({ currency, id, reserveAccount }) =>
        id !== series.id && reserveAccount === series.reserveAccount && currency === series.currency
    )
    .toSorted((one, other) => one.saleOpensAt - other.saleOpensAt)

export const reserveAccounts = (series: ReadonlyArray<Series>): ReadonlyArray<AccountAddress> =>
  [...new Set(series.map(({ reserveAccount }) => reserveAccount))].sort()

/** Each series once. */
export const together = (one: ReadonlyArray<Series>, other: ReadonlyArray<Series>): ReadonlyArray<Series> => [
  ...new Map([...one, ...other].map((series) => [series.id, series])).values()
]

/** Units in an account's balances; a series that is not on the ledger has none. */
export const heldIn = (
  held: ReadonlyMap<ResourceAddress, AmountText> | undefined,
  { bondResource }: Pick<Series, "bondResource">
): AmountText => (bondResource === null ? undefined : held?.get(bondResource)) ?? NOTHING
