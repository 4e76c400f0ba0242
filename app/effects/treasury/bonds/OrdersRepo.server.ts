/** Orders, batches and receipts on disk. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { NotThere } from "~/effects/base/failures/failures"
import { Batch, type BatchState, type Direction, Order, type OrderState, Receipt } from "./Order"

export type OrderChange = Partial<Omit<Order, "id" | "seriesId" | "communityId" | "createdAt" | "updatedAt">>
export type BatchChange = Partial<Pick<Batch, "txId" | "payload" | "problem">>

/** An order, beside the sums of all that are not settled. */
const Unsettled = Schema.Struct({
  ...Order.fields,
  waitingOrders: Schema.Number,
  waitingUnits: Schema.Number,
  settlingOrders: Schema.Number
}).annotations(rowOf("bond_orders"))

/** What an account has in a series, and what waits of it. */
export interface SaleTotals {
  /** Units signed, being settled or settled: what limits count. */
  readonly units: number
  /** Units of orders that are not settled yet. */
  readonly waiting: number
  /** Orders signed since yesterday, and the oldest of them. */
  readonly today: number
  readonly oldest: number
}

export class OrdersRepo extends Effect.Service<OrdersRepo>()("effects/bonds/OrdersRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = SqlSchema.findOne({
      Request: Schema.String,
      Result: Order,
      execute: (id) => sql`SELECT * FROM bond_orders WHERE id = ${id}`
    })
    const waiting = SqlSchema.findAll({
      Request: Schema.Struct({
        seriesId: Schema.String,
        direction: Schema.String,
        now: Schema.Number,
        limit: Schema.Int
      }),
      Result: Order,
      execute: ({ direction, limit, now, seriesId }) => sql`SELECT * FROM bond_orders
        WHERE series_id = ${seriesId} AND direction = ${direction} AND state = 'signed' AND expires_at > ${now}
        ORDER BY seq LIMIT ${limit}`
    })
    const own = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, communityId: Schema.String, limit: Schema.Int }),
      Result: Order,
      execute: ({ account, communityId, limit }) => sql`SELECT * FROM bond_orders
        WHERE account = ${account} AND community_id = ${communityId} AND state <> 'prepared'
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    })
    const unsettled = SqlSchema.findAll({
      Request: Schema.Struct({ seriesId: Schema.String, direction: Schema.String, limit: Schema.Int }),
      Result: Unsettled,
      execute: ({ direction, limit, seriesId }) => sql`SELECT *,
          CAST(SUM(CASE WHEN state = 'signed' THEN 1 ELSE 0 END) OVER () AS BIGINT) AS waiting_orders,
          CAST(SUM(CASE WHEN state = 'signed' THEN units ELSE 0 END) OVER () AS BIGINT) AS waiting_units,
          CAST(SUM(CASE WHEN state = 'settling' THEN 1 ELSE 0 END) OVER () AS BIGINT) AS settling_orders
        FROM bond_orders
        WHERE series_id = ${seriesId} AND direction = ${direction} AND state IN ('signed', 'settling', 'failed')
        ORDER BY seq LIMIT ${limit}`
    })
    const expired = SqlSchema.findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Order,
      execute: ({ limit, now }) => sql`SELECT * FROM bond_orders
        WHERE state = 'signed' AND expires_at <= ${now} ORDER BY expires_at, id LIMIT ${limit}`
    })
    const several = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Order,
      execute: (ids) => sql`SELECT * FROM bond_orders WHERE ${sql.in("id", ids)} ORDER BY seq`
    })
    const batch = SqlSchema.findOne({
      Request: Schema.String,
      Result: Batch,
      execute: (id) => sql`SELECT * FROM bond_batches WHERE id = ${id}`
    })
    const sent = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Batch,
      execute: (limit) => sql`SELECT * FROM bond_batches WHERE state = 'sent' ORDER BY updated_at, id LIMIT ${limit}`
    })
    const receipt = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, id: Schema.String }),
      // A coupon that waited in the locker may have been taken back since.
      Result: Schema.Struct({
        ...Receipt.fields,
        rowState: Schema.NullOr(Schema.String),
        askedAt: Schema.NullOr(Schema.Number)
      }).annotations(rowOf("bond_receipts")),
      execute: ({ communityId, id }) => sql`SELECT r.*, d.state AS row_state, o.signed_at AS asked_at
        FROM bond_receipts r
        LEFT JOIN distribution_rows d ON d.id = r.row_id LEFT JOIN bond_orders o ON o.id = r.order_id
        WHERE r.community_id = ${communityId} AND r.id = ${id}`
    })
    const receipts = SqlSchema.findAll({
      Request: Schema.Struct({
        account: Schema.String,
        communityId: Schema.String,
        at: Schema.Number,
        id: Schema.String,
        limit: Schema.Int
      }),
      Result: Receipt,
      execute: ({ account, at, communityId, id, limit }) => sql`SELECT * FROM bond_receipts
        WHERE account = ${account} AND community_id = ${communityId} AND (settled_at, id) < (${at}, ${id})
        ORDER BY settled_at DESC, id DESC LIMIT ${limit}`
    })

    const document = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, number: Schema.String }),
      Result: Schema.Struct({ document: Schema.String }),
      execute: ({ communityId, number }) => sql`SELECT document FROM bond_receipts
        WHERE community_id = ${communityId} AND number = ${number}`
    })

    /** Writes only where the order is still in one of the given states. Answers whether it was. */
    const move = Effect.fn("OrdersRepo.move")(function* (
      id: string,
      from: ReadonlyArray<OrderState>,
      change: OrderChange
    ) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE bond_orders SET ${sql.update({ ...change, updatedAt })}
        WHERE id = ${id} AND ${sql.in("state", from)} RETURNING id`
      return rows.length > 0
    }, Effect.orDie)

    const moveBatch = Effect.fn("OrdersRepo.moveBatch")(function* (
      id: string,
      from: BatchState,
      state: BatchState,
      change: BatchChange = {}
    ) {
      const updatedAt = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE bond_batches SET ${sql.update({ ...change, state, updatedAt })}
        WHERE id = ${id} AND state = ${from} RETURNING id`
      return rows.length > 0
    }, Effect.orDie)

    const standing = Effect.fn("OrdersRepo.standing")(function* (
      seriesId: string,
      account: string,
      direction: Direction,
      since: number
    ) {
      const [row] = yield* sql<Record<keyof SaleTotals, number | null>>`SELECT
          SUM(CASE WHEN state IN ('signed', 'settling', 'settled') THEN units ELSE 0 END) AS units,
          SUM(CASE WHEN state IN ('signed', 'settling') THEN units ELSE 0 END) AS waiting,
          SUM(CASE WHEN signed_at > ${since} THEN 1 ELSE 0 END) AS today,
          MIN(CASE WHEN signed_at > ${since} THEN signed_at ELSE NULL END) AS oldest
        FROM bond_orders WHERE account = ${account} AND series_id = ${seriesId} AND direction = ${direction}`
      const { oldest = null, today = null, units = null, waiting = null } = row ?? {}
      return {
        units: Number(units ?? 0),
        waiting: Number(waiting ?? 0),
        today: Number(today ?? 0),
        oldest: Number(oldest ?? 0)
      } satisfies SaleTotals
    }, Effect.orDie)

    return {
      mustFind: (communityId: string, id: string) =>
        Effect.orDie(find(id)).pipe(
          Effect.map(Option.filter((order) => order.communityId === communityId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        ),
      /** Signed first, served first. */
      waiting: (seriesId: string, direction: Direction, now: number, limit: number) =>
        Effect.orDie(waiting({ seriesId, direction, now, limit })),
      own: (account: string, communityId: string, limit: number) => Effect.orDie(own({ account, communityId, limit })),
      /** What waits, is being settled or failed, in the order of settling, with the sums of all of it. */
      unsettled: (seriesId: string, direction: Direction, limit: number) =>
        Effect.orDie(unsettled({ seriesId, direction, limit })),
      /** Whose orders there are, however they ended. */
      buyers: (seriesId: string) =>
        Effect.map(
          Effect.orDie(
            sql<{ readonly account: string }>`SELECT DISTINCT account FROM bond_orders
              WHERE series_id = ${seriesId} AND direction = 'buy' AND state <> 'prepared'`
          ),
          (rows) => rows.map(({ account }) => account)
        ),
      expired: (now: number, limit: number) => Effect.orDie(expired({ now, limit })),
      several: (ids: ReadonlyArray<string>) => Effect.orDie(several(ids)),
      standing,
      move,
      /** One at a time is prepared by an account in a series: the one before it was never signed. */
      insert: (order: Order) =>
        Effect.orDie(
          Effect.zipRight(
            sql`DELETE FROM bond_orders WHERE account = ${order.account} AND series_id = ${order.seriesId}
              AND direction = ${order.direction} AND state = 'prepared'`,
            Effect.asVoid(sql`INSERT INTO bond_orders ${sql.insert(order)}`)
          )
        ),
      isUsed: (subintentHash: string) =>
        Effect.map(
          Effect.orDie(sql`SELECT id FROM bond_orders WHERE subintent_hash = ${subintentHash}`),
          (rows) => rows.length > 0
        ),
      batch: (communityId: string, id: string) =>
        Effect.orDie(batch(id)).pipe(
          Effect.map(Option.filter((found) => found.communityId === communityId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        ),
      sentBatches: (limit: number) => Effect.orDie(sent(limit)),
      /** Of the batches prepared for one series, the newest may be signed. */
      insertBatch: (given: Batch) =>
        Effect.gen(function* () {
          yield* sql`UPDATE bond_batches SET state = 'dropped'
            WHERE series_id = ${given.seriesId} AND direction = ${given.direction} AND state = 'prepared'`
          yield* sql`INSERT INTO bond_batches ${sql.insert(yield* Schema.encode(Batch)(given))}`
        }).pipe(Effect.orDie),
      moveBatch,
      /** The text of a receipt by its number, for comparing; it is shown to nobody. */
      document: (communityId: string, number: string) =>
        Effect.orDie(
          Effect.map(
            document({ communityId, number }),
            Option.map((row) => row.document)
          )
        ),
      receipt: (communityId: string, id: string) => Effect.orDie(receipt({ communityId, id })),
      receipts: (account: string, communityId: string, after: { at: number; id: string } | null, limit: number) =>
        Effect.orDie(
          receipts({ account, communityId, at: after?.at ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? "", limit })
        ),
      insertReceipts: (rows: ReadonlyArray<Receipt>) =>
        rows.length === 0
          ? Effect.void
          : Effect.asVoid(Effect.orDie(sql`INSERT INTO bond_receipts ${sql.insert([...rows])}`))
    }
  })
}) {}
