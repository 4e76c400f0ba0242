/**
 * Counters of a series: units sold, settled and redeemed, and the numbers of its orders and receipts. Each method is
 * one statement in the caller's transaction, so no number is issued twice.
 */
import { Effect, Schema } from "effect"
import { Sql, single } from "~/effects/base/db/statements.server"
import type { Direction } from "./Order"

const Last = Schema.Struct({ last: Schema.Number })

/** When a batch was settled, and the longest wait of its holders; milliseconds. */
export interface Repaid {
  readonly at: number
  readonly waitedMs: number
}

export class SeriesCounters extends Effect.Service<SeriesCounters>()("treasury/bonds/SeriesCounters", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const Asked = Schema.Struct({ id: Schema.String, many: Schema.Number, units: Schema.Number })

    const ordered = single({
      Request: Asked.pick("id", "units"),
      Result: Last,
      execute: ({ id, units }) => sql`UPDATE bond_series
        SET order_seq = order_seq + 1, sold = sold + ${units} WHERE id = ${id} RETURNING order_seq AS last`
    })
    const sold = single({
      Request: Asked,
      Result: Last,
      execute: ({ id, many, units }) => sql`UPDATE bond_series
        SET receipt_seq = receipt_seq + ${many}, settled_units = settled_units + ${units}
        WHERE id = ${id} RETURNING receipt_seq AS last`
    })
    const paid = single({
      Request: Asked.pick("id", "many"),
      Result: Last,
      execute: ({ id, many }) => sql`UPDATE bond_series SET payment_seq = payment_seq + ${many}
        WHERE id = ${id} RETURNING payment_seq AS last`
    })
    const repaid = single({
      Request: Schema.Struct({ ...Asked.fields, at: Schema.Number, waitedMs: Schema.Number }),
      Result: Last,
      execute: ({ at, id, many, units, waitedMs }) => sql`UPDATE bond_series
        SET payment_seq = payment_seq + ${many}, redeemed_units = redeemed_units + ${units},
          last_redeemed_at = CASE WHEN last_redeemed_at > ${at} THEN last_redeemed_at ELSE ${at} END,
          longest_wait_ms = CASE WHEN longest_wait_ms > ${waitedMs} THEN longest_wait_ms ELSE ${waitedMs} END
        WHERE id = ${id} RETURNING payment_seq AS last`
    })
    const firstOf = (many: number) => Effect.map(({ last }: typeof Last.Type) => last - many + 1)

    return {
      /** Counts a signed order; returns its position among the orders of the series. */
      ordered: (id: string, direction: Direction, units: number) =>
        Effect.map(ordered({ id, units: direction === "buy" ? units : 0 }), ({ last }) => last),
      /** A signed order ended without a swap: its units are for sale again. */
      released: (id: string, units: number) =>
        Effect.asVoid(sql`UPDATE bond_series SET sold = sold - ${units} WHERE id = ${id}`),
      /** Counts `many` settled purchases of `units` in total; returns the number of their first receipt. */
      sold: (id: string, many: number, units: number) => firstOf(many)(sold({ id, many, units })),
      /** Counts `many` redemptions of `units` in total; returns the number of their first receipt. */
      redeemed: (id: string, many: number, units: number, { at, waitedMs }: Repaid) =>
        firstOf(many)(repaid({ id, many, units, at, waitedMs })),
      /** Counts `many` paid coupons; returns the number of their first receipt. */
      couponsPaid: (id: string, many: number) => firstOf(many)(paid({ id, many }))
    }
  })
}) {}
