/**
 * Receipts of coupons. They are written in the transaction that marks the rows of a coupon's distribution as paid, so
 * each row that was paid has one, with a number that never changes, however often a batch is looked at.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Distribution } from "~/effects/treasury/distributions/Distribution"
import { type PaidRows, RowsPaid } from "~/effects/treasury/distributions/RowsPaid.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { couponReceiptOf } from "./receipts"
import { Series } from "./Series"

const Coupon = Schema.Struct({
  ...Series.fields,
  dueAt: Schema.Number,
  perUnit: AmountText,
  recordVersion: Schema.NullOr(Schema.Number)
}).annotations(rowOf("bond_coupons", ["id", "dueAt"]))

/**
 * Units are whole, so what a row pays is a whole number of coupons. A row whose amount somebody changed before it was
 * sent pays something else than coupons; the distribution's report has it, and it gets no receipt of a bond.
 */
const unitsOf = (amount: bigint, perUnit: bigint): number | undefined =>
  perUnit > 0n && amount % perUnit === 0n ? Number(amount / perUnit) : undefined

const write = (
  sql: SqlClient.SqlClient,
  /** Of this site, which can confirm them. */
  origin: string,
  run: Pick<Distribution, "id" | "number" | "purpose">,
  { direct, kept }: PaidRows,
  { at, intentHash: txId, stateVersion }: CommittedTransaction
) =>
  Effect.gen(function* () {
    if (run.purpose !== "coupon") return
    const find = SqlSchema.findOne({
      Request: Schema.Void,
      Result: Coupon,
      execute: () => sql`SELECT s.*, c.due_at, c.per_unit, c.record_version FROM bond_series s
        JOIN bond_coupons c ON c.series_id = s.id
        WHERE c.distribution_id = ${run.id}`
    })
    const found = Option.getOrUndefined(yield* find())
    if (found === undefined || found.recordVersion === null) return
    const { dueAt, perUnit, recordVersion, ...series } = found
    const paid = [
      ...direct.map((row) => ({ row, paidTo: "account" as const })),
      ...kept.map((row) => ({ row, paidTo: "locker" as const }))
    ]
      .sort((one, other) => one.row.line - other.row.line)
      .flatMap(({ paidTo, row }) => {
        const total = amountOf(row.amount)
        const units = unitsOf(total, amountOf(perUnit))
        return units === undefined ? [] : [{ paidTo, row, units, total: formatAmount(total) }]
      })
    if (paid.length === 0) return
    const [numbered] = yield* sql<{ readonly last: number }>`UPDATE bond_series
      SET payment_seq = payment_seq + ${paid.length} WHERE id = ${series.id} RETURNING payment_seq AS last`
    const first = Number(numbered?.last ?? 0) - paid.length + 1
    const receipts = yield* Effect.forEach(paid, ({ paidTo, row, total, units }, index) =>
      Effect.map(randomId(), (id) =>
        couponReceiptOf({
          origin,
          series,
          id,
          n: first + index,
          txId,
          stateVersion,
          settledAt: Date.parse(at),
          rowId: row.id,
          account: row.account,
          units,
          total,
          perUnit,
          dueAt,
          recordVersion,
          paidTo,
          distribution: run.number
        })
      )
    )
    yield* sql`INSERT INTO bond_receipts ${sql.insert(receipts)} ON CONFLICT (row_id) DO NOTHING`
  }).pipe(Effect.orDie)

export const couponReceipts = Layer.effect(
  RowsPaid,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { appOrigin } = yield* Settings
    return (run, paid, transaction) => write(sql, appOrigin, run, paid, transaction)
  })
)
