/**
 * The dashboard's list of bonds (docs/product/notifications.md): each series that an account holds, with its next
 * payment. One statement; units come from the ledger, or from its last answer while the gateway is down.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll } from "~/effects/base/db/statements.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { type Amount, amountOf, formatAmount } from "~/ledger/index"
import { scheduleOf } from "../arithmetic"
import type { OwnHolding, OwnHoldings } from "../heldViews"
import { heldIn } from "../reserves"
import { isRunning, Series } from "../Series"
import { OWING } from "../SeriesRepo.server"
import { securityOf } from "../secured/secured"
import { planOf } from "../terms"
import { mayRedeem } from "./holder.server"

const MOST = 10
/** Series that are checked, since bonds bought here may have been passed on. */
const CANDIDATES = 100
/** Tokens of an account that are checked; bonds bought here are also found by their receipts. */
const TOKENS = 500

const Row = Schema.Struct({
  ...Series.fields,
  /** The first unpaid coupon. */
  couponDueAt: Schema.NullOr(Schema.Number),
  couponPerUnit: Schema.NullOr(AmountText),
  /** Units in redemption requests. */
  asked: Schema.Int
}).annotations(rowOf("bond_series"))
type Row = typeof Row.Type

const find = Effect.map(SqlClient.SqlClient, (sql) =>
  findAll({
    Request: Schema.Struct({ account: AccountAddress, tokens: Schema.Array(Schema.String) }),
    Result: Row,
    execute: ({ account, tokens }) => sql`SELECT s.*, k.due_at AS coupon_due_at, k.per_unit AS coupon_per_unit,
        CAST(COALESCE((SELECT SUM(o.units) FROM bond_orders o WHERE o.account = ${account} AND o.series_id = s.id
          AND o.direction = 'redeem' AND o.state IN ('signed', 'settling')), 0) AS BIGINT) AS asked
      FROM bond_series s
      LEFT JOIN bond_coupons k ON k.series_id = s.id AND k.due_at = (
        SELECT MIN(u.due_at) FROM bond_coupons u WHERE u.series_id = s.id AND u.paid_at IS NULL)
      WHERE ${sql.in("s.state", [...OWING, "collateral"])} AND s.id IN (
        SELECT series_id FROM bond_receipts WHERE account = ${account}
        UNION SELECT id FROM bond_series WHERE ${sql.in("bond_resource", tokens)})
      ORDER BY s.matures_at, s.id LIMIT ${CANDIDATES}`
  })
)

interface Next {
  readonly kind: OwnHolding["next"]["kind"]
  readonly dueAt: number
  readonly perUnit: Amount
  readonly symbol?: string
}

/** For one unit. Until the sale is settled, coupons follow from the terms. */
const nextOf = (series: Row): Next => {
  const { collateralFrom, couponDueAt, couponPerUnit, faceValue, maturesAt, state } = series
  const security = securityOf(series)
  if (state === "collateral" && security !== null && collateralFrom !== null) {
    return {
      kind: "collateral" as const,
      dueAt: collateralFrom,
      perUnit: amountOf(security.amount),
      symbol: security.symbol
    }
  }
  if (couponDueAt !== null && couponPerUnit !== null) {
    return { kind: "coupon" as const, dueAt: couponDueAt, perUnit: amountOf(couponPerUnit) }
  }
  const [first] = isRunning(state) ? [] : scheduleOf(planOf(series))
  return first ?? { kind: "redemption" as const, dueAt: maturesAt, perUnit: amountOf(faceValue) }
}

const holdingOf = (series: Row, units: number | null, now: number): OwnHolding => {
  const { asked, code, id } = series
  const { dueAt, kind, perUnit, symbol = series.symbol } = nextOf(series)
  const amount = formatAmount(perUnit * BigInt(units ?? 1))
  return {
    id,
    code,
    symbol,
    units,
    next: { kind, dueAt, amount, isDue: dueAt <= now },
    mayRedeem: mayRedeem(series, (units ?? 0) - asked, [], now)
  }
}

export const ownHoldings = Effect.fn("ownHoldings")(function* (account: AccountAddress) {
  const { shown } = yield* Ledger
  const now = yield* Clock.currentTimeMillis
  const balances = yield* known(shown.balances([account]))
  const held = balances?.byAccount.get(account)
  const tokens = [...(held ?? [])].flatMap(([token, amount]) => (amount === "0" ? [] : [token])).slice(0, TOKENS)
  // With an empty list the query would scan every series.
  const found = yield* (yield* find)({ account, tokens: tokens.length === 0 ? [""] : tokens })
  const rows = found
    .map((series) => holdingOf(series, balances === null ? null : Number(heldIn(held, series)), now))
    .filter(({ units }) => units !== 0)
  return { rows: rows.slice(0, MOST), hasMore: rows.length > MOST, time: balances?.time ?? null } satisfies OwnHoldings
})
