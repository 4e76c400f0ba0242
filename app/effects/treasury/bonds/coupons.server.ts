/**
 * Coupons: a due one becomes a distribution to whoever held units at a ledger version (docs/product/bonds.md, 3.5.6),
 * prepared once. Paying it is the distribution's own business; once that is done, the coupon counts as paid.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { GatewayDown, NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { mustHoldTreasury } from "~/effects/treasury/deployment/Holder.server"
import { Distributions } from "~/effects/treasury/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/distributions/DistributionsRepo.server"
import { amountOf, formatAmount, isHolderAddress, NOTHING, ONE } from "~/ledger/index"
import { daysSince, dayText } from "./codes"
import { BatchRefused } from "./errors"
import { isOnLedger } from "./manifests"
import { lateText } from "./paymentWords"
import { SeriesRepo } from "./SeriesRepo.server"

const RECOVER_DAYS = 180 // docs/product/bonds.md, 3.5.1

const Due = Schema.Struct({
  seriesId: Schema.String,
  dueAt: Schema.Number,
  perUnit: AmountFromText,
  /** Number of the distribution that pays it; null where none was prepared, or that one was dropped as a draft. */
  distribution: Schema.NullOr(Schema.Number)
}).annotations(rowOf("bond_coupons", ["seriesId", "dueAt"]))

/** Answers the number of the distribution; the same one, however often it is asked. */
export const prepareCoupon = Effect.fn("bonds.prepareCoupon")(function* (
  here: Pick<Inside, "community" | "standing">,
  seriesId: string
) {
  const { admin, treasury } = yield* mustHoldTreasury(here, "pay coupons")
  const sql = yield* SqlClient.SqlClient
  const repo = yield* SeriesRepo
  const ledger = yield* Ledger
  const distributions = yield* Distributions
  const repository = yield* DistributionsRepo
  const now = yield* Clock.currentTimeMillis
  const series = yield* repo.mustFind(here.community.id, seriesId)
  if (!isOnLedger(series)) return yield* new NotThere({})
  const find = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Due,
    execute: () => sql`SELECT c.series_id, c.due_at, c.per_unit, d.number AS distribution FROM bond_coupons c
      LEFT JOIN distributions d ON d.id = c.distribution_id
      WHERE c.series_id = ${seriesId} AND c.paid_at IS NULL AND c.due_at <= ${now} ORDER BY c.due_at LIMIT 1`
  })
  const next = Effect.map(Effect.orDie(find()), ([row]) => row)
  const down = (cause: unknown) => new GatewayDown({ cause })
  const bought = yield* Effect.orDie(
    sql<{ readonly account: string }>`SELECT DISTINCT account FROM bond_receipts WHERE series_id = ${seriesId}`
  )
  const { time } = yield* Effect.mapError(ledger.currentState(), down)
  const { holders } = yield* Effect.mapError(
    ledger.holders(series.bondResource, {
      at: time.stateVersion,
      candidates: bought.map(({ account }) => account)
    }),
    down
  )
  return yield* Effect.gen(function* () {
    yield* repo.turn(seriesId)
    const due = yield* next
    if (due === undefined) return yield* new BatchRefused({ message: "No coupon is due." })
    if (due.distribution !== null) return due.distribution
    const rows = holders
      .filter(({ address }) => address !== treasury && isHolderAddress("account", address, NETWORK_ID))
      .map(({ address, amount }, index) => ({
        line: index + 1,
        account: address,
        // Units are whole, so nothing is rounded here.
        amount: formatAmount((due.perUnit * amountOf(amount)) / ONE),
        note: `${amount} units`,
        state: "valid" as const,
        error: null
      }))
    const number = yield* distributions.create({
      communityId: here.community.id,
      account: admin.account,
      title: `Coupon of ${series.code}, ${dayText(due.dueAt)}`,
      note: `${formatAmount(due.perUnit)} ${series.symbol} for each unit, to the holders at ledger version ${time.stateVersion}.`,
      purpose: "coupon",
      resource: series.currency,
      symbol: series.symbol,
      divisibility: series.divisibility,
      mode: "direct",
      recoverDays: RECOVER_DAYS,
      rule: null,
      record: { version: time.stateVersion, at: Date.parse(time.at) },
      remainder: NOTHING,
      rows
    })
    const run = yield* repository.mustFind(here.community.id, number)
    const plan = yield* distributions.digest(run)
    yield* Effect.orDie(sql`UPDATE bond_coupons
      SET distribution_id = ${run.id}, record_version = ${time.stateVersion}, plan_digest = ${plan}
      WHERE series_id = ${seriesId} AND due_at = ${due.dueAt}`)
    return number
  }).pipe(atomically(sql))
})

interface Done {
  readonly id: string
  readonly seriesId: string
  readonly dueAt: number
  readonly finishedAt: number
}

/** Coupons whose distribution is done are paid. Runs with the minute job. */
export const makeCouponWatch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* SeriesRepo
  const activity = yield* Activity
  const notifications = yield* Notifications

  const paid = ({ dueAt, finishedAt, id, seriesId }: Done) =>
    Effect.gen(function* () {
      const changed = yield* sql`UPDATE bond_coupons SET paid_at = ${finishedAt}
        WHERE series_id = ${seriesId} AND due_at = ${dueAt} AND paid_at IS NULL RETURNING due_at`
      const series = Option.getOrUndefined(yield* repo.find(seriesId))
      if (changed.length === 0 || series === undefined) return
      const { code, communityId } = series
      const daysLate = daysSince(dueAt, finishedAt)
      const late = lateText(daysLate)
      // Whose coupon went into the locker has been told where it waits.
      const rows = yield* sql<{ readonly account: string }>`SELECT account FROM distribution_rows
        WHERE distribution_id = ${id} AND state = 'sent'`
      yield* notifications.tell({
        to: rows.map(({ account }) => account),
        type: "payment",
        communityId,
        target: `/community/detail/${communityId}/bondrecipt`,
        text: `${code} paid its coupon of ${dayText(dueAt)}${late === undefined ? "" : `, ${late}`}.`,
        importance: "important"
      })
      yield* activity.record({
        communityId,
        actor: null,
        type: "bondPaid",
        target: `/community/detail/${communityId}/bondissued?series=${code}`,
        data: { code, ...(daysLate > 0 && { daysLate }) },
        visibility: "public"
      })
    }).pipe(Effect.orDie, atomically(sql))

  return Effect.gen(function* () {
    const rows = yield* Effect.orDie(sql<Done>`SELECT d.id, c.series_id, c.due_at, d.finished_at FROM bond_coupons c
      JOIN distributions d ON d.id = c.distribution_id
      WHERE c.paid_at IS NULL AND d.state = 'done' AND d.finished_at IS NOT NULL`)
    yield* Effect.forEach(
      rows,
      (row) => paid({ ...row, dueAt: Number(row.dueAt), finishedAt: Number(row.finishedAt) }),
      { discard: true }
    )
  })
})
