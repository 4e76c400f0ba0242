/** Lists of orders: one account's own, and a series' orders that wait, are being settled or have expired. */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Direction, Order } from "./Order"
import { settlementKey } from "./settling"

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

export class OrderLists extends Effect.Service<OrderLists>()("treasury/bonds/OrderLists", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

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
