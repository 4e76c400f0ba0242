/**
 * Rules for orders and redemption requests: when they are accepted, how many, and whether the account can pay on top of
 * the orders it has already signed (docs/product/bonds.md).
 */
import { Clock, Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { GatewayDown, NotThere, TooMany, WrongState } from "~/effects/base/failures/failures"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { type Amount, type AmountText, amountOf, formatAmount, NOTHING, ONE } from "~/ledger/index"
import { dayText } from "./codes"
import { CollateralRefused, TooLittle, UnitsRefused } from "./errors"
import { DAY_MS, ORDERS_A_DAY } from "./limits"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import type { Direction, Order } from "./Order"
import { OrdersRepo, type SaleTotals } from "./OrdersRepo.server"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { tooEarly } from "./tooEarly"
import { orderText, stateInWords } from "./words"

export type Ask = Pick<Order, "account" | "direction" | "units">

/** Units of unsettled orders in one series, and the price of each. */
const Promised = Schema.Struct({ id: Schema.String, issuePrice: AmountFromText, units: Schema.Number }).annotations(
  rowOf("bond_series")
)

/** Limits count the buyer's earlier orders; the last units may be fewer than the smallest order. */
export const unitsRefused = (
  { maxPerBuyer, minPerBuyer, sold, units }: Series,
  wanted: number,
  have: number
): UnitsRefused | undefined => {
  const left = units - sold
  if (left === 0) return new UnitsRefused({ message: "All units are ordered.", left: 0 })
  const most = Math.max(0, Math.min(maxPerBuyer - have, left))
  const least = Math.min(have > 0 ? 1 : minPerBuyer, left)
  if (most === 0) {
    return new UnitsRefused({
      message: `You already have ${counted(have, "unit")}; ${maxPerBuyer} is the most for one buyer.`,
      left: 0
    })
  }
  if (wanted >= least && wanted <= most) return undefined
  return wanted > left && maxPerBuyer - have >= left
    ? new UnitsRefused({ message: left === 1 ? "Only 1 unit is left." : `Only ${left} units are left.`, left })
    : new UnitsRefused({ message: orderText({ have, least, most }), left: most })
}

const requireFitDay = ({ oldest, today }: SaleTotals, now: number) =>
  today < ORDERS_A_DAY
    ? Effect.void
    : new TooMany({
        message: `You have reached today's limit of ${ORDERS_A_DAY} orders. It resets at ${inUtc("moment", oldest + DAY_MS)} UTC.`,
        retryAfter: Math.ceil((oldest + DAY_MS - now) / 1000)
      })

export const makeSaleRules = Effect.gen(function* () {
  const repo = yield* SeriesRepo
  const orders = yield* OrdersRepo
  const sql = yield* Sql
  const ledger = yield* Ledger

  /** Returns the series if it accepts orders of this direction now; fails otherwise. */
  const requireTaken = Effect.fnUntraced(function* (communityId: CommunityId, seriesId: string, direction: Direction) {
    const series = yield* repo.findOrFail(communityId, seriesId)
    if (!isOnLedger(series)) return yield* new NotThere({})
    const now = yield* Clock.currentTimeMillis
    const isOpen =
      direction === "buy"
        ? series.state === "open" && now < series.saleClosesAt
        : (series.state === "maturing" || series.state === "overdue") && now >= series.maturesAt
    const { code, collateralFrom } = series
    // From then on a holder takes the collateral instead: nobody gets both.
    if (direction === "redeem" && collateralFrom !== null && now >= collateralFrom) {
      return yield* new CollateralRefused({
        message: `Bonds of ${code} could be redeemed until ${dayText(collateralFrom)}. Since then their holders can take the collateral.`
      })
    }
    if (isOpen) return series
    const early = tooEarly(series, direction, now)
    if (early !== null) return yield* early
    // The sale has closed by the clock, but the minute job has not recorded it yet.
    const isClosing = direction === "buy" && series.state === "open"
    return yield* new WrongState({
      thing: "bond series",
      state: isClosing ? stateInWords("settling") : stateInWords(series.state),
      action: direction === "buy" ? "ordering" : "redeeming"
    })
  })

  /**
   * Returns how many units the account already has here; fails if another order of this size would exceed the limits.
   */
  const requireFit = Effect.fnUntraced(function* (series: OnLedgerSeries, { account, direction, units }: Ask) {
    const now = yield* Clock.currentTimeMillis
    const totals = yield* orders.totals(series.id, account, direction, now - DAY_MS)
    yield* requireFitDay(totals, now)
    const refused = direction === "buy" ? unitsRefused(series, units, totals.units) : undefined
    return refused === undefined ? totals : yield* refused
  })

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

  return { requireTaken, requireFit, heldOf, requireHolding }
})
