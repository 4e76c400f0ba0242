/** Repository of orders: one by one, one account's own, and those of a series that wait, are being settled or have expired. */
import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere } from "~/effects/base/failures/failures"
import { Direction, Order, type OrderState, settlementKey } from "./Order"

/** An order, with the sums of all unsettled orders. */
const Unsettled = Schema.Struct({
  ...Order.fields,
  waitingOrders: Schema.Number,
  waitingUnits: Schema.Number,
  settlingOrders: Schema.Number
}).annotations(rowOf("bond_orders"))

/** An order of either list of a page, with the lease of the batch that the unsettled ones wait for. */
const Listed = Schema.Struct({
  ...Unsettled.fields,
  part: Schema.Literal("own", "unsettled"),
  leaseAccount: Schema.NullOr(AccountAddress),
  leaseHolder: Schema.NullOr(Schema.String),
  leasedAt: Schema.NullOr(Schema.Number),
  leasedUntil: Schema.NullOr(Schema.Number)
}).annotations(rowOf("bond_orders"))

const OfHolder = Schema.Struct({
  account: AccountAddress,
  communityId: CommunityId,
  seriesId: Schema.String,
  direction: Direction,
  /** For each list. */
  limit: Schema.Int
})
type OfHolder = typeof OfHolder.Type

const InSeries = Schema.Struct({ seriesId: Schema.String, direction: Direction, limit: Schema.Int })

const Expired = Schema.Struct({ id: Schema.String, expiresAt: Schema.Number })
/** An expired order. */
type Expired = typeof Expired.Type

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

    const waiting = findAll({
      Request: Schema.Struct({ ...InSeries.fields, now: Schema.Number }),
      Result: Order,
      execute: ({ direction, limit, now, seriesId }) => sql`SELECT * FROM bond_orders
        WHERE series_id = ${seriesId} AND direction = ${direction} AND state = 'signed' AND expires_at > ${now}
        ORDER BY seq LIMIT ${limit}`
    })
    const ownOf = ({
      account,
      communityId,
      limit
    }: Pick<typeof OfHolder.Encoded, "account" | "communityId" | "limit">) => sql`SELECT *
        FROM bond_orders WHERE account = ${account} AND community_id = ${communityId} AND state <> 'prepared'
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    /**
     * The first rows of each state come from an index; the sums are read from the index alone (bond_orders_in_line).
     */
    const unsettledOf = ({ direction, limit, seriesId }: typeof InSeries.Type) => {
      const inLine = (state: Order["state"]) => sql`series_id = ${seriesId} AND direction = ${direction}
        AND state = ${state}`
      const first = (state: Order["state"]) => sql`SELECT * FROM (
        SELECT * FROM bond_orders WHERE ${inLine(state)} ORDER BY seq LIMIT ${limit}) first_ones`
      return sql`SELECT o.*, signed.orders AS waiting_orders, signed.units AS waiting_units,
          settling.orders AS settling_orders
        FROM (${first("signed")} UNION ALL ${first("settling")} UNION ALL ${first("failed")}) o
        CROSS JOIN (SELECT COUNT(*) AS orders, CAST(COALESCE(SUM(units), 0) AS BIGINT) AS units
          FROM bond_orders WHERE ${inLine("signed")}) signed
        CROSS JOIN (SELECT COUNT(*) AS orders FROM bond_orders WHERE ${inLine("settling")}) settling
        ORDER BY o.seq LIMIT ${limit}`
    }
    const own = findAll({
      Request: Schema.Struct({ account: AccountAddress, communityId: CommunityId, limit: Schema.Int }),
      Result: Order,
      execute: ownOf
    })
    const unsettled = findAll({ Request: InSeries, Result: Unsettled, execute: unsettledOf })
    const none = sql.literal("CAST(0 AS BIGINT), CAST(0 AS BIGINT), CAST(0 AS BIGINT)")
    const noLease = sql.literal(
      "CAST(NULL AS TEXT) AS lease_account, CAST(NULL AS TEXT) AS lease_holder, CAST(NULL AS BIGINT) AS leased_at, CAST(NULL AS BIGINT) AS leased_until"
    )
    const ofHolder = findAll({
      Request: OfHolder,
      Result: Listed,
      execute: (asked) => sql`SELECT 'unsettled' AS part, u.*,
          l.account AS lease_account, l.holder AS lease_holder, l.leased_at, l.leased_until
        FROM (${unsettledOf(asked)}) u
        LEFT JOIN transaction_leases l ON l.idempotency_key = ${settlementKey(asked.seriesId, asked.direction)} AND l.holder <> ''
        UNION ALL SELECT 'own', o.*, ${none}, ${noLease} FROM (${ownOf(asked)}) o`
    })
    const expired = findAll({
      Request: Schema.Struct({ now: Schema.Number, at: Schema.Number, id: Schema.String, limit: Schema.Int }),
      Result: Expired,
      execute: ({ at, id, limit, now }) => sql`SELECT id, expires_at FROM bond_orders
        WHERE state = 'signed' AND expires_at <= ${now} AND (expires_at, id) > (${at}, ${id})
        ORDER BY expires_at, id LIMIT ${limit}`
    })
    const several = findAll({
      Request: Schema.Array(Schema.String),
      Result: Order,
      execute: (ids) => sql`SELECT * FROM bond_orders WHERE ${sql.in("id", ids)} ORDER BY seq`
    })
    const buyers = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ account: AccountAddress }),
      execute: (seriesId) => sql`SELECT DISTINCT account FROM bond_orders
        WHERE series_id = ${seriesId} AND direction = 'buy' AND state <> 'prepared'`
    })

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
        Effect.map(sql`SELECT id FROM bond_orders WHERE subintent_hash = ${subintentHash}`, (rows) => rows.length > 0),
      /** First signed, first served. */
      waiting: (seriesId: string, direction: Direction, now: number, limit: number) =>
        waiting({ seriesId, direction, now, limit }),
      /** For the treasury holder: their own orders, newest first, and the unsettled ones in the order of settling. */
      ofHolder: (asked: OfHolder) =>
        Effect.map(ofHolder(asked), (rows) => {
          const [own, unsettled] = (["own", "unsettled"] as const).map((part) =>
            rows.filter((row) => row.part === part)
          )
          return {
            own: (own ?? []).toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)),
            unsettled: (unsettled ?? []).toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
          }
        }),
      own: (account: AccountAddress, communityId: CommunityId, limit: number) => own({ account, communityId, limit }),
      /** Orders that wait, are being settled or failed, in the order of settling, with the sums of all of them. */
      unsettled: (seriesId: string, direction: Direction, limit: number) => unsettled({ seriesId, direction, limit }),
      /**
       * Keys of expired orders after `last`, longest expired first. Keys only, so that one unreadable row does not
       * block the others.
       */
      expired: (now: number) => (last: Expired | null, limit: number) =>
        expired({ now, at: last?.expiresAt ?? 0, id: last?.id ?? "", limit }),
      /** Accounts that ordered, whatever became of their orders. */
      buyers: (seriesId: string) => Effect.map(buyers(seriesId), (rows) => rows.map(({ account }) => account)),
      several: (ids: ReadonlyArray<string>) => several(ids)
    }
  })
}) {}
