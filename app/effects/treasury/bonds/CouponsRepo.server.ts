/** Repository of coupons: due date, holders at that time, the payout, and the time of payment. */
import { Effect, Option, Schema } from "effect"
import { AmountFromText, AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import type { DistributionId } from "~/effects/treasury/payouts/Distribution"
import { formatAmount } from "~/ledger/index"
import { scheduleOf } from "./arithmetic"
import { type PaidOf, redemptionOf, type Series } from "./Series"
import { planOf } from "./terms"

const Payment = Schema.Struct({
  seriesId: Schema.String,
  dueAt: Schema.Number,
  paidAt: Schema.NullOr(Schema.Number)
})

const KEYS = ["seriesId", "dueAt"]

/** Addresses with their units. */
const Holders = Schema.parseJson(Schema.Array(Schema.Tuple(Schema.String, AmountText)))

/** Holders of units at the ledger version of a moment. */
export interface CouponRecord {
  readonly version: number
  readonly holders: typeof Holders.Type
}

const Due = Schema.Struct({
  seriesId: Schema.String,
  dueAt: Schema.Number,
  perUnit: AmountFromText,
  /** Ledger version and holders when it fell due; null until the ledger was read. */
  dueVersion: Schema.NullOr(Schema.Number),
  dueHolders: Schema.NullOr(Holders),
  /** Number of the payout; null if none was prepared or its draft was discarded. */
  distribution: Schema.NullOr(Schema.Number)
}).annotations(rowOf("bond_coupons", KEYS))

const Key = Schema.Struct({ seriesId: Schema.String, dueAt: Schema.Number })
export type CouponKey = typeof Key.Type

/** A coupon that is marked as unpaid although its payout has finished. */
const PaidOut = Schema.Struct({
  id: Schema.String,
  seriesId: Schema.String,
  dueAt: Schema.Number,
  finishedAt: Schema.Number
}).annotations(rowOf("bond_coupons", KEYS))
export type PaidOut = typeof PaidOut.Type

export class CouponsRepo extends Effect.Service<CouponsRepo>()("treasury/bonds/CouponsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const next = findOne({
      Request: Schema.Struct({ seriesId: Schema.String, now: Schema.Number }),
      Result: Due,
      execute: ({
        now,
        seriesId
      }) => sql`SELECT c.series_id, c.due_at, c.per_unit, c.due_version, c.due_holders, d.number AS distribution
        FROM bond_coupons c LEFT JOIN distributions d ON d.id = c.distribution_id
        WHERE c.series_id = ${seriesId} AND c.paid_at IS NULL AND c.due_at <= ${now} ORDER BY c.due_at LIMIT 1`
    })
    const unrecorded = findAll({
      Request: Schema.Struct({ ...Key.fields, now: Schema.Number, limit: Schema.Int }),
      Result: Key,
      execute: ({ dueAt, limit, now, seriesId }) => sql`SELECT series_id, due_at FROM bond_coupons
        WHERE paid_at IS NULL AND due_version IS NULL AND distribution_id IS NULL AND due_at <= ${now}
          AND (series_id, due_at) > (${seriesId}, ${dueAt})
        ORDER BY series_id, due_at LIMIT ${limit}`
    })
    const paidOut = findAll({
      Request: Schema.Struct({ seriesId: Schema.String, dueAt: Schema.Number, limit: Schema.Int }),
      Result: PaidOut,
      execute: ({ dueAt, limit, seriesId }) => sql`SELECT d.id, c.series_id, c.due_at, d.finished_at
        FROM bond_coupons c JOIN distributions d ON d.id = c.distribution_id
        WHERE c.paid_at IS NULL AND d.state = 'done' AND d.finished_at IS NOT NULL
          AND (c.series_id, c.due_at) > (${seriesId}, ${dueAt})
        ORDER BY c.series_id, c.due_at LIMIT ${limit}`
    })

    const payments = findAll({
      Request: Schema.Array(Schema.String),
      Result: Payment,
      execute: (ids) => sql`SELECT series_id, due_at, paid_at FROM bond_coupons WHERE ${sql.in("series_id", ids)}`
    })

    /**
     * What several series have paid so far: their coupons, in one query, and the redemptions summed up on the series
     * itself. Series without coupons are not queried.
     */
    const paidOf = Effect.fn("CouponsRepo.paidOf")(function* (all: ReadonlyArray<Series>) {
      const ids = all.flatMap(({ id, variant }) => (variant === "coupon" ? [id] : []))
      const rows = ids.length === 0 ? [] : yield* payments(ids)
      const of: PaidOf = (series) => ({
        coupons: new Map(rows.flatMap((row) => (row.seriesId === series.id ? [[row.dueAt, row.paidAt] as const] : []))),
        redemption: redemptionOf(series)
      })
      return of
    })

    return {
      /** The first coupon that is due and unpaid. */
      next: (seriesId: string, now: number) => Effect.map(next({ seriesId, now }), Option.getOrNull),
      /** Due coupons whose holders have not been read from the ledger. */
      unrecorded: (now: number) => (last: CouponKey | null, limit: number) =>
        unrecorded({ seriesId: last?.seriesId ?? "", dueAt: last?.dueAt ?? 0, now, limit }),
      /** Of two concurrent reads, the first is stored. */
      record: ({ dueAt, seriesId }: CouponKey, { holders, version }: CouponRecord) =>
        Effect.asVoid(
          sql`UPDATE bond_coupons SET due_version = ${version}, due_holders = ${Schema.encodeSync(Holders)(holders)}
              WHERE series_id = ${seriesId} AND due_at = ${dueAt} AND due_version IS NULL`
        ),
      paidOut: (last: PaidOut | null, limit: number) =>
        paidOut({ seriesId: last?.seriesId ?? "", dueAt: last?.dueAt ?? 0, limit }),
      /** Inserts the coupons of a series that becomes active. */
      schedule: (series: Series) => {
        const coupons = scheduleOf(planOf(series)).filter(({ kind }) => kind === "coupon")
        const rows = coupons.map(({ dueAt, perUnit }) => ({
          seriesId: series.id,
          dueAt,
          perUnit: formatAmount(perUnit)
        }))
        return rows.length === 0
          ? Effect.void
          : Effect.asVoid(sql`INSERT INTO bond_coupons ${sql.insert(rows)} ON CONFLICT (series_id, due_at) DO NOTHING`)
      },
      /** Links the payout to the holders at a ledger version; `planDigest` is the hash of exactly its rows. */
      prepared: (
        { dueAt, seriesId }: Pick<typeof Due.Type, "dueAt" | "seriesId">,
        paidBy: { readonly distributionId: DistributionId; readonly recordVersion: number; readonly planDigest: string }
      ) =>
        Effect.asVoid(
          sql`UPDATE bond_coupons SET ${sql.update(paidBy)} WHERE series_id = ${seriesId} AND due_at = ${dueAt}`
        ),
      /** Returns whether it was still unpaid. */
      markPaid: ({ dueAt, finishedAt, seriesId }: PaidOut) =>
        Effect.map(
          sql`UPDATE bond_coupons SET paid_at = ${finishedAt}
            WHERE series_id = ${seriesId} AND due_at = ${dueAt} AND paid_at IS NULL RETURNING due_at`,
          (rows) => rows.length > 0
        ),
      paidOf
    }
  })
}) {}
