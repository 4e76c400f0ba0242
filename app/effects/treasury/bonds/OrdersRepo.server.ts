/** Repository of single orders; lists are in OrderLists. */

import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql, single } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere } from "~/effects/base/failures/failures"
import { Direction, Order, type OrderState } from "./Order"

/** Fields that change together with the state. */
export type OrderChange = Partial<Omit<Order, "id" | "seriesId" | "communityId" | "createdAt" | "updatedAt">>

/** An account's units and waiting orders in a series. */
const SaleTotals = Schema.Struct({
  /** Units signed, being settled or settled: the number that limits apply to. */
  units: Schema.Number,
  /** Units of orders that are not settled yet. */
  waiting: Schema.Number,
  /** Orders signed in the last 24 hours, and the oldest of them. */
  today: Schema.Number,
  oldest: Schema.Number
})
export type SaleTotals = typeof SaleTotals.Type

/** Whose totals, and since when orders count as today's. */
const TotalsAsked = Schema.Struct({
  account: AccountAddress,
  direction: Direction,
  seriesId: Schema.String,
  since: Schema.Number
})

export class OrdersRepo extends Effect.Service<OrdersRepo>()("treasury/bonds/OrdersRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<OrderState, OrderChange>(sql, "bond_orders")

    const find = findOne({
      Request: Schema.String,
      Result: Order,
      execute: (id) => sql`SELECT * FROM bond_orders WHERE id = ${id}`
    })
    const totals = single({
      Request: TotalsAsked,
      Result: SaleTotals,
      execute: ({ account, direction, seriesId, since }) => sql`SELECT
          CAST(COALESCE(SUM(CASE WHEN state IN ('signed', 'settling', 'settled') THEN units ELSE 0 END), 0) AS BIGINT) AS units,
          CAST(COALESCE(SUM(CASE WHEN state IN ('signed', 'settling') THEN units ELSE 0 END), 0) AS BIGINT) AS waiting,
          CAST(COALESCE(SUM(CASE WHEN signed_at > ${since} THEN 1 ELSE 0 END), 0) AS BIGINT) AS today,
          CAST(COALESCE(MIN(CASE WHEN signed_at > ${since} THEN signed_at ELSE NULL END), 0) AS BIGINT) AS oldest
        FROM bond_orders WHERE account = ${account} AND series_id = ${seriesId} AND direction = ${direction}`
    })

    /** Updates the order only if it is still in one of the given states; returns whether it was. */
    const move = (id: string, from: ReadonlyArray<OrderState>, change: OrderChange) => transition(id, { from, change })

    return {
      findOrFail: (communityId: CommunityId, id: string) =>
        find(id).pipe(
          Effect.map(Option.filter((order) => order.communityId === communityId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        ),
      totals: (seriesId: string, account: AccountAddress, direction: Direction, since: number) =>
        totals({ account, direction, seriesId, since }),
      move,
      /** An account prepares one order at a time in a series, so an earlier unsigned one is deleted. */
      insert: (order: Order) =>
        Effect.zipRight(
          sql`DELETE FROM bond_orders WHERE account = ${order.account} AND series_id = ${order.seriesId}
              AND direction = ${order.direction} AND state = 'prepared'`,
          Effect.asVoid(sql`INSERT INTO bond_orders ${sql.insert(order)}`)
        ),
      isUsed: (subintentHash: string) =>
        Effect.map(sql`SELECT id FROM bond_orders WHERE subintent_hash = ${subintentHash}`, (rows) => rows.length > 0)
    }
  })
}) {}
