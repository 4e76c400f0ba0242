/** Coupons of bonds on disk: what falls due, which distribution pays it, and when it was paid. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import type { DistributionId } from "~/effects/treasury/distributions/Distribution"
import { formatAmount } from "~/ledger/index"
import { scheduleOf } from "./arithmetic"
import type { Series } from "./Series"
import { planOf } from "./terms"

const KEYS = ["seriesId", "dueAt"]

const Due = Schema.Struct({
  seriesId: Schema.String,
  dueAt: Schema.Number,
  perUnit: AmountFromText,
  /** Number of the distribution that pays it; null where none was prepared, or that one was dropped as a draft. */
  distribution: Schema.NullOr(Schema.Number)
}).annotations(rowOf("bond_coupons", KEYS))

/** A coupon that counts as unpaid, although its distribution is done. */
const PaidOut = Schema.Struct({
  id: Schema.String,
  seriesId: Schema.String,
  dueAt: Schema.Number,
  finishedAt: Schema.Number
}).annotations(rowOf("bond_coupons", KEYS))
export type PaidOut = typeof PaidOut.Type

export class CouponsRepo extends Effect.Service<CouponsRepo>()("effects/bonds/CouponsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const next = SqlSchema.findOne({
      Request: Schema.Struct({ seriesId: Schema.String, now: Schema.Number }),
      Result: Due,
      execute: ({ now, seriesId }) => sql`SELECT c.series_id, c.due_at, c.per_unit, d.number AS distribution
        FROM bond_coupons c LEFT JOIN distributions d ON d.id = c.distribution_id
        WHERE c.series_id = ${seriesId} AND c.paid_at IS NULL AND c.due_at <= ${now} ORDER BY c.due_at LIMIT 1`
    })
    const paidOut = SqlSchema.findAll({
      Request: Schema.Void,
      Result: PaidOut,
      execute: () => sql`SELECT d.id, c.series_id, c.due_at, d.finished_at FROM bond_coupons c
        JOIN distributions d ON d.id = c.distribution_id
        WHERE c.paid_at IS NULL AND d.state = 'done' AND d.finished_at IS NOT NULL`
    })

    return {
      /** The first that is due and not paid. */
      next: (seriesId: string, now: number) => Effect.map(Effect.orDie(next({ seriesId, now })), Option.getOrNull),
      paidOut: Effect.suspend(() => Effect.orDie(paidOut())),
      /** Those of a series that begins to run. */
      schedule: (series: Series) => {
        const coupons = scheduleOf(planOf(series)).filter(({ kind }) => kind === "coupon")
        const rows = coupons.map(({ dueAt, perUnit }) => ({
          seriesId: series.id,
          dueAt,
          perUnit: formatAmount(perUnit)
        }))
        return rows.length === 0
          ? Effect.void
          : Effect.asVoid(
              Effect.orDie(sql`INSERT INTO bond_coupons ${sql.insert(rows)} ON CONFLICT (series_id, due_at) DO NOTHING`)
            )
      },
      /** A distribution pays it, to the holders at a ledger version; `planDigest` is of exactly its rows. */
      prepared: (
        { dueAt, seriesId }: Pick<typeof Due.Type, "dueAt" | "seriesId">,
        paidBy: { readonly distributionId: DistributionId; readonly recordVersion: number; readonly planDigest: string }
      ) =>
        Effect.asVoid(
          Effect.orDie(
            sql`UPDATE bond_coupons SET ${sql.update(paidBy)} WHERE series_id = ${seriesId} AND due_at = ${dueAt}`
          )
        ),
      /** Answers whether it still counted as unpaid. */
      markPaid: ({ dueAt, finishedAt, seriesId }: PaidOut) =>
        Effect.map(
          Effect.orDie(sql`UPDATE bond_coupons SET paid_at = ${finishedAt}
            WHERE series_id = ${seriesId} AND due_at = ${dueAt} AND paid_at IS NULL RETURNING due_at`),
          (rows) => rows.length > 0
        )
    }
  })
}) {}
