/**
 * Receipts of coupons, written in the transaction that marks rows of a coupon's payout as paid: each paid row has one
 * receipt with a permanent number, however often a batch is polled.
 */
import { Effect, Layer, Option, Schema } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"
import { type PaidRows, RowsPaid } from "~/effects/treasury/payouts/dropStep.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { ReceiptsRepo } from "./ReceiptsRepo.server"
import { couponReceiptOf } from "./receipts"
import { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"

const Coupon = Schema.Struct({
  ...Series.fields,
  dueAt: Schema.Number,
  perUnit: AmountText,
  recordVersion: Schema.NullOr(Schema.Number)
}).annotations(rowOf("bond_coupons", ["id", "dueAt"]))

/**
 * A row should pay a whole number of coupons, as units are whole. A row whose amount was edited before it was sent does
 * not; it is in the payout's report and gets no bond receipt.
 */
const unitsOf = (amount: bigint, perUnit: bigint): number | undefined =>
  perUnit > 0n && amount % perUnit === 0n ? Number(amount / perUnit) : undefined

/** Rows that pay whole coupons, in line order. */
const couponsIn = ({ direct, inLocker }: PaidRows, perUnit: AmountText) =>
  [
    ...direct.map((row) => ({ row, paidTo: "account" as const })),
    ...inLocker.map((row) => ({ row, paidTo: "locker" as const }))
  ]
    .sort((one, other) => one.row.line - other.row.line)
    .flatMap(({ paidTo, row }) => {
      const total = amountOf(row.amount)
      const units = unitsOf(total, amountOf(perUnit))
      return units === undefined ? [] : [{ paidTo, row, units, total: formatAmount(total) }]
    })

/** Writes receipts when rows of a payout were paid. */
export const couponReceipts = Layer.effect(
  RowsPaid,
  Effect.gen(function* () {
    const sql = yield* Sql
    const papers = yield* ReceiptsRepo
    const repo = yield* SeriesRepo
    // Origin of this site, which can confirm the receipt.
    const { appOrigin: origin } = yield* Settings

    const find = findOne({
      Request: Schema.String,
      Result: Coupon,
      execute: (runId) => sql`SELECT s.*, c.due_at, c.per_unit, c.record_version FROM bond_series s
        JOIN bond_coupons c ON c.series_id = s.id
        WHERE c.distribution_id = ${runId}`
    })

    return Effect.fn("CouponReceipts.write")(function* (
      run: Pick<Distribution, "id" | "number" | "purpose">,
      rows: PaidRows,
      { at, intentHash: txId, stateVersion }: CommittedTransaction
    ) {
      if (run.purpose !== "coupon") return
      const found = Option.getOrUndefined(yield* find(run.id))
      if (found === undefined || found.recordVersion === null) return
      const { dueAt, perUnit, recordVersion, ...series } = found
      const paid = couponsIn(rows, perUnit)
      if (paid.length === 0) return
      const first = yield* repo.countCoupons(series.id, paid.length)
      const committed = { origin, series, txId, stateVersion, settledAt: Date.parse(at) }
      const coupon = { perUnit, dueAt, recordVersion, distribution: run.number }
      const receipts = yield* Effect.forEach(paid, ({ paidTo, row: { account, id: rowId }, total, units }, index) =>
        Effect.map(randomId(), (id) =>
          couponReceiptOf({ ...committed, ...coupon, id, n: first + index, rowId, account, units, total, paidTo })
        )
      )
      yield* papers.insertCoupons(receipts)
    })
  })
).pipe(Layer.provide(Layer.merge(ReceiptsRepo.Default, SeriesRepo.Default)))
