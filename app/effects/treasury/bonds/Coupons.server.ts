/**
 * Coupons, from the due date to the payment (docs/product/bonds.md). The minute job reads the ledger as soon as that
 * moment is over and stores who held units then, so a coupon prepared later goes to the same accounts. It is prepared as
 * a payout, once, and marked as paid when that has finished.
 */
import type { SqlClient } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { type Amount, type AmountText, amountOf, formatAmount, NOTHING, ONE } from "~/ledger/index"
import { type CouponKey, CouponsRepo, type PaidOut } from "./CouponsRepo.server"
import { daysSince, dayText } from "./codes"
import { BatchRefused } from "./errors"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import { lateText } from "./paymentWords"
import { SeriesRepo } from "./SeriesRepo.server"
import { UnitHolders } from "./UnitHolders.server"

const RECOVER_DAYS = 180

type Holders = ReadonlyArray<readonly [address: string, amount: AmountText]>

/** One payment for each account except the treasury. Units are whole, so nothing is rounded here. */
const rowsOf = (holders: Holders, treasury: AccountAddress, perUnit: Amount) =>
  holders
    .filter(([address]) => address !== treasury && isPayableAccount(address))
    .map(([address, amount], index) => ({
      line: index + 1,
      account: address,
      amount: formatAmount((perUnit * amountOf(amount)) / ONE),
      note: `${amount} units`,
      state: "valid" as const,
      error: null
    }))

export class Coupons extends Effect.Service<Coupons>()("treasury/bonds/Coupons", {
  accessors: true,
  dependencies: [
    SeriesRepo.Default,
    CouponsRepo.Default,
    Distributions.Default,
    DistributionsRepo.Default,
    TreasuryHolders.Default,
    UnitHolders.Default,
    WorkQueue.Default,
    PayeeNotices.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const coupons = yield* CouponsRepo
    const context = yield* Effect.context<Ledger | SqlClient.SqlClient | TreasuryHolders>()
    const distributions = yield* Distributions
    const runs = yield* DistributionsRepo
    const { holdersAt } = yield* UnitHolders
    const { scan } = yield* WorkQueue
    const activity = yield* Activity
    const news = yield* PayeeNotices

    /** Reads the holders once; fails only if the ledger cannot be read. */
    const record = Effect.fn("Coupons.record")(function* (series: OnLedgerSeries, dueAt: number) {
      yield* coupons.record({ seriesId: series.id, dueAt }, yield* holdersAt(series, dueAt))
    })

    const checkOne = Effect.fnUntraced(function* ({ dueAt, seriesId }: CouponKey) {
      const series = Option.getOrUndefined(yield* repo.find(seriesId))
      if (series !== undefined && isOnLedger(series)) yield* record(series, dueAt)
    })

    /** Records the holders of due coupons. Runs with the minute job. */
    const recordDue = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      scan({
        job: "bonds.coupon-records",
        after: coupons.unrecorded(now),
        keyOf: ({ dueAt, seriesId }) => `${seriesId} ${dueAt}`,
        check: checkOne
      })
    )

    /**
     * Returns the number of the payout, the same one however often it is called. A list moves no money, so signers can
     * pay it too.
     */
    const prepare = Effect.fn("Coupons.prepare")(function* (
      here: Pick<Inside, "community" | "communityRole">,
      seriesId: string
    ) {
      const { admin, treasury } = yield* Effect.provide(requirePrepared(here, "pay coupons"), context)
      const now = yield* Clock.currentTimeMillis
      const series = yield* repo.findOrFail(here.community.id, seriesId)
      if (!isOnLedger(series)) return yield* new NotThere({})
      const first = yield* coupons.next(seriesId, now)
      if (first !== null && first.dueVersion === null) yield* record(series, first.dueAt)
      return yield* Effect.gen(function* () {
        yield* repo.turn(seriesId)
        const due = yield* coupons.next(seriesId, now)
        if (due === null) return yield* new BatchRefused({ message: "No coupon is due." })
        if (due.distribution !== null) return due.distribution
        const { dueAt, dueHolders, dueVersion } = due
        // The coupon read above was paid in the meantime, so this is the next one.
        if (dueVersion === null || dueHolders === null) {
          return yield* new BatchRefused({ message: "The previous coupon has just been paid. Try again." })
        }
        const number = yield* distributions.create({
          communityId: here.community.id,
          account: admin.account,
          title: `Coupon of ${series.code}, ${dayText(due.dueAt)}`,
          note: `${formatAmount(due.perUnit)} ${series.symbol} for each unit, to the holders of ${dayText(dueAt)}, at ledger version ${dueVersion}.`,
          purpose: "coupon",
          resource: series.currency,
          symbol: series.symbol,
          divisibility: series.divisibility,
          mode: "direct",
          recoverDays: RECOVER_DAYS,
          rule: null,
          record: { version: dueVersion, at: dueAt },
          remainder: NOTHING,
          rows: rowsOf(dueHolders, treasury, due.perUnit)
        })
        const run = yield* runs.findOrFail(here.community.id, number)
        const planDigest = yield* distributions.digest(run)
        yield* coupons.prepared(due, { distributionId: run.id, recordVersion: dueVersion, planDigest })
        return number
      }).pipe(atomically(sql))
    })

    /**
     * Accounts that were paid directly; those whose coupon went into the locker have already been notified about their
     * claim.
     */
    const paidDirectly = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ account: AccountAddress }),
      execute: (id) => sql`SELECT account FROM distribution_rows WHERE distribution_id = ${id} AND state = 'sent'`
    })

    /** Marks a coupon as paid once its payout has finished, updates the series and notifies its holders. */
    const count = Effect.fnUntraced(function* (paid: PaidOut) {
      const { dueAt, finishedAt, id, seriesId } = paid
      const isFirst = yield* coupons.markPaid(paid)
      const series = Option.getOrUndefined(yield* repo.find(seriesId))
      if (!isFirst || series === undefined) return
      const { code, communityId } = series
      const daysLate = daysSince(dueAt, finishedAt)
      const late = lateText(daysLate)
      yield* news.notify({
        to: (yield* paidDirectly(id)).map(({ account }) => account),
        type: "payment",
        communityId,
        target: `/community/detail/${communityId}/bondrecipt`,
        outside: { target: "/userDashboard/bonds" },
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
    }, atomically(sql))

    /** Runs with the minute job. */
    const markPaid = scan({
      job: "bonds.coupons",
      after: coupons.paidOut,
      keyOf: ({ dueAt, seriesId }) => `${seriesId} ${dueAt}`,
      check: count
    })

    return { prepare, recordDue, markPaid }
  })
}) {}
