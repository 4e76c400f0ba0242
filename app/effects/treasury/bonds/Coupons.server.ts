/**
 * Prepares a due coupon as a payout to everyone who held units when it fell due (docs/product/bonds.md), once.
 * CouponWatch marks it as paid when the payout has finished.
 */
import type { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { type Amount, type AmountText, amountOf, formatAmount, NOTHING, ONE } from "~/ledger/index"
import { CouponRecords } from "./CouponRecords.server"
import { CouponsRepo } from "./CouponsRepo.server"
import { dayText } from "./codes"
import { BatchRefused } from "./errors"
import { isOnLedger } from "./manifests"
import { SeriesRepo } from "./SeriesRepo.server"

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
    CouponRecords.Default,
    CouponsRepo.Default,
    Distributions.Default,
    DistributionsRepo.Default,
    TreasuryHolders.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* SeriesRepo
    const coupons = yield* CouponsRepo
    const records = yield* CouponRecords
    const context = yield* Effect.context<Ledger | SqlClient.SqlClient | TreasuryHolders>()
    const distributions = yield* Distributions
    const runs = yield* DistributionsRepo

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
      if (first !== null && first.dueVersion === null) yield* records.record(series, first.dueAt)
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

    return { prepare }
  })
}) {}
