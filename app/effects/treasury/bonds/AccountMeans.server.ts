/** Checks that an account can pay for an order on top of the orders it has already signed (docs/product/bonds.md). */

import { Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { type Amount, type AmountText, amountOf, formatAmount, NOTHING, ONE } from "~/ledger/index"
import { TooLittle } from "./errors"
import type { OnLedgerSeries } from "./manifests"
import type { Order } from "./Order"

export type Ask = Pick<Order, "account" | "direction" | "units">

/** Units of unsettled orders in one series, and the price of each. */
const Promised = Schema.Struct({ id: Schema.String, issuePrice: AmountFromText, units: Schema.Number }).annotations(
  rowOf("bond_series")
)

export class AccountMeans extends Effect.Service<AccountMeans>()("treasury/bonds/AccountMeans", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger

    const promised = findAll({
      Request: Schema.Struct({ account: AccountAddress, currency: Schema.String }),
      Result: Promised,
      execute: ({ account, currency }) => sql`SELECT s.id, s.issue_price, CAST(SUM(o.units) AS BIGINT) AS units
        FROM bond_orders o JOIN bond_series s ON s.id = o.series_id
        WHERE o.account = ${account} AND o.direction = 'buy' AND o.state IN ('signed', 'settling')
          AND s.currency = ${currency}
        GROUP BY s.id, s.issue_price`
    })

    /** The total cost of the account's unsettled orders in this currency, in all series of all communities. */
    const promisedBy = (account: AccountAddress, currency: string) =>
      Effect.map(promised({ account, currency }), (rows) =>
        rows.reduce((sum, { issuePrice, units }) => sum + issuePrice * BigInt(units), 0n)
      )

    const heldOf = Effect.fnUntraced(function* (series: OnLedgerSeries, { account, direction }: Ask) {
      const resource = direction === "buy" ? series.currency : series.bondResource
      const { byAccount } = yield* ledger.balancesOf(resource, [account]).pipe(
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeed({ byAccount: new Map<string, AmountText>() }),
          LedgerRefused: (cause) => new GatewayDown({ cause })
        })
      )
      return amountOf(byAccount.get(account) ?? NOTHING)
    })

    /**
     * Counts waiting orders too, since an account cannot spend the same amount twice.
     * @param waitingUnits units of waiting orders in the same direction of this series
     */
    const requireHolding = Effect.fnUntraced(function* (
      { currency, issuePrice, symbol }: OnLedgerSeries,
      { account, direction, units }: Ask,
      waitingUnits: number,
      held: Amount
    ) {
      const isBuying = direction === "buy"
      const waiting = isBuying ? yield* promisedBy(account, currency) : ONE * BigInt(waitingUnits)
      const needed = (isBuying ? amountOf(issuePrice) : ONE) * BigInt(units) + waiting
      if (held >= needed) return
      return yield* new TooLittle({
        held: formatAmount(held),
        needed: formatAmount(needed),
        waiting: waiting === 0n ? null : formatAmount(waiting),
        symbol: isBuying ? symbol : "units",
        direction
      })
    })

    return { heldOf, requireHolding }
  })
}) {}
