/**
 * /userDashboard/bonds: the units that an account holds, of any issuer, and its redemptions. The holder may not be able
 * to read the community, so the page uses the ledger and the account's own orders and receipts, and shows nothing of
 * the community.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { communityIdOf } from "~/effects/access/communityIdOf"
import { AccountAddress, type ResourceAddress } from "~/effects/base/addresses/addresses"
import { findAll } from "~/effects/base/db/statements.server"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import type { Balances } from "~/effects/chain/ledger/facts"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { type AmountText, NOTHING } from "~/ledger/index"
import { CouponsRepo } from "../CouponsRepo.server"
import type { HeldPage, HeldView } from "../heldViews"
import { Order, Receipt } from "../Order"
import { OrdersRepo } from "../OrdersRepo.server"
import { heldIn, type Reserves } from "../reserves"
import { Sales } from "../Sales.server"
import { Series } from "../Series"
import { OWING } from "../SeriesRepo.server"
import { Collateral } from "../secured/Collateral.server"
import { cardOf, orderView } from "../view.server"
import { mayRedeem } from "./holder.server"

const MOST = 50
const OWN = 100
/** Tokens of an account that are checked for bonds; bonds bought here are also found by their receipts. */
const TOKENS = 500

const queries = Effect.map(SqlClient.SqlClient, (sql) => ({
  series: findAll({
    Request: Schema.Struct({ account: AccountAddress, tokens: Schema.Array(Schema.String) }),
    Result: Series,
    execute: ({ account, tokens }) => sql`SELECT * FROM bond_series
      WHERE ${sql.in("state", [...OWING, "collateral", "redeemed"])} AND id IN (
        SELECT series_id FROM bond_receipts WHERE account = ${account}
        UNION SELECT series_id FROM bond_orders
        WHERE account = ${account} AND direction = 'redeem' AND state <> 'prepared'
        UNION SELECT id FROM bond_series WHERE ${sql.in("state", [...OWING, "collateral"])} AND ${sql.in("bond_resource", tokens)})
      ORDER BY matures_at, id LIMIT ${MOST}`
  }),
  orders: findAll({
    Request: Schema.String,
    Result: Order,
    execute: (account) => sql`SELECT * FROM bond_orders
      WHERE account = ${account} AND direction = 'redeem' AND state <> 'prepared'
      ORDER BY created_at DESC, id DESC LIMIT ${OWN}`
  }),
  receipts: findAll({
    Request: Schema.String,
    Result: Receipt,
    execute: (account) => sql`SELECT * FROM bond_receipts WHERE account = ${account}
      ORDER BY settled_at DESC, id DESC LIMIT ${OWN}`
  })
}))

interface Holding extends Pick<Reserves, "paidOf"> {
  /** Null if the ledger cannot be read. */
  readonly balances: Balances | null
  readonly held: ReadonlyMap<ResourceAddress, AmountText> | undefined
  readonly own: ReadonlyArray<Order>
  readonly now: number
  /** Series whose collateral the account can take now. */
  readonly open: ReadonlySet<string>
}

/** The account's holding of one series; null if it has no units and never requested a redemption. */
const heldOf = (each: Series, { balances, held, now, open, own, paidOf }: Holding): HeldView | null => {
  const { code, defaultedAt, faceValue, id, maturesAt, name, payments, settleBy, settleMode, state, symbol, ...card } =
    cardOf(each, now, null, paidOf(each))
  const units = balances === null ? null : heldIn(held, each)
  const asked = own.filter(({ seriesId }) => seriesId === id)
  if (units === "0" && asked.length === 0) return null
  const { collateralFrom, lateSince, saleClosesAt, saleOpensAt } = card
  return {
    communityId: each.communityId,
    mayTake: open.has(id),
    held: units,
    mayRedeem: mayRedeem(each, Number(units ?? 0), asked, now),
    orders: asked.map(orderView),
    series: {
      id,
      code,
      name,
      state,
      symbol,
      faceValue,
      saleOpensAt,
      saleClosesAt,
      settleBy,
      settleMode,
      maturesAt,
      payments,
      defaultedAt,
      lateSince,
      collateralFrom
    }
  }
}

/** Of secured series that the account holds, those whose collateral it can take, by the ledger. */
const openOf = Effect.fn("bonds.openOf")(function* (
  all: ReadonlyArray<Series>,
  held: Holding["held"],
  account: AccountAddress,
  now: number
) {
  const { read } = yield* Collateral
  const found = yield* Effect.forEach(all, (each) => {
    const { collateral, collateralFrom, id } = each
    const mayBe = collateralFrom !== null && now >= collateralFrom && heldIn(held, each) !== NOTHING
    if (collateral === null || !mayBe) return Effect.succeed([])
    return Effect.map(known(read(each, collateral)), (vaults) =>
      vaults?.some(({ holder, isOpen }) => isOpen && holder === account) ? [id] : []
    )
  })
  return new Set(found.flat())
})

/** Takes six statements with those of the page around it: series, payments, orders, receipts. */
export const heldPage = Effect.gen(function* () {
  const { account, profile } = yield* requireAccount("see your bonds")
  const { orders, receipts, series } = yield* queries
  const payments = yield* CouponsRepo
  const { shown } = yield* Ledger
  const now = yield* Clock.currentTimeMillis
  const balances = yield* known(shown.balances([account]))
  const held = balances?.byAccount.get(account)
  const tokens = [...(held ?? [])].flatMap(([token, amount]) => (amount === "0" ? [] : [token]))
  const all = yield* series({ account, tokens: tokens.slice(0, TOKENS) })
  const paidOf = yield* payments.paidOf(all)
  const [own, papers] = all.length === 0 ? [[], []] : yield* Effect.all([orders(account), receipts(account)])

  const open = yield* openOf(all, held, account, now)
  return {
    now,
    hasProfile: profile !== null,
    holdings: all
      .map((each) => heldOf(each, { balances, held, now, open, own, paidOf }))
      .filter((each) => each !== null),
    receipts: papers.flatMap(({ amount, communityId, id, kind, number, seriesId, settledAt, units }) => {
      const of = all.find((each) => each.id === seriesId)
      if (of === undefined) return []
      const { code, symbol } = of
      const filePath = `/api/bonds/${communityId}/receipts/${id}`
      return [{ id, kind, number, units, amount, settledAt, code, symbol, filePath }]
    }),
    time: balances?.time ?? null
  } satisfies HeldPage
})

const withdraw = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("withdraw an order")
    const orders = yield* OrdersRepo
    const sales = yield* Sales
    const { communityId, id } = yield* orders.findOrFail(
      yield* communityIdOf(textOf(form, "community")),
      textOf(form, "order")
    )
    yield* sales.withdraw(communityId, account, id)
    return { to: "/userDashboard/bonds" }
  })

export const heldAction = pageAction({ withdraw })
