/**
 * Coupons: a due one becomes a distribution to the holders of units at a ledger version (docs/product/bonds.md, 3.5.6),
 * prepared once. Paying it is the distribution's own business; once that is done, CouponWatch counts it as paid.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { GatewayDown, NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Distributions } from "~/effects/treasury/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/distributions/DistributionsRepo.server"
import { type Amount, type AmountText, amountOf, formatAmount, isHolderAddress, NOTHING, ONE } from "~/ledger/index"
import { CouponsRepo } from "./CouponsRepo.server"
import { dayText } from "./codes"
import { BatchRefused } from "./errors"
import { isOnLedger, type OnLedgerSeries } from "./manifests"
import { SeriesRepo } from "./SeriesRepo.server"

const RECOVER_DAYS = 180 // docs/product/bonds.md, 3.5.1

type Holders = ReadonlyArray<{ readonly address: string; readonly amount: AmountText }>

/** One payment for each account but the treasury. Units are whole, so nothing is rounded here. */
const rowsOf = (holders: Holders, treasury: string, perUnit: Amount) =>
  holders
    .filter(({ address }) => address !== treasury && isHolderAddress("account", address, NETWORK_ID))
    .map(({ address, amount }, index) => ({
      line: index + 1,
      account: address,
      amount: formatAmount((perUnit * amountOf(amount)) / ONE),
      note: `${amount} units`,
      state: "valid" as const,
      error: null
    }))

export class Coupons extends Effect.Service<Coupons>()("effects/bonds/Coupons", {
  accessors: true,
  dependencies: [
    SeriesRepo.Default,
    CouponsRepo.Default,
    Distributions.Default,
    DistributionsRepo.Default,
    TreasuryHolders.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* SeriesRepo
    const coupons = yield* CouponsRepo
    const ledger = yield* Ledger
    const treasuries = yield* TreasuryHolders
    const distributions = yield* Distributions
    const runs = yield* DistributionsRepo
    const down = (cause: unknown) => new GatewayDown({ cause })

    const bought = SqlSchema.findAll({
      Request: Schema.String,
      Result: Schema.Struct({ account: Schema.String }),
      execute: (seriesId) => sql`SELECT DISTINCT account FROM bond_receipts WHERE series_id = ${seriesId}`
    })

    /** The holders of units at the ledger's present version. */
    const recordOf = Effect.fnUntraced(function* ({ bondResource, id }: OnLedgerSeries) {
      const candidates = (yield* Effect.orDie(bought(id))).map(({ account }) => account)
      const { time } = yield* Effect.mapError(ledger.currentState(), down)
      const { holders } = yield* Effect.mapError(
        ledger.holders(bondResource, { at: time.stateVersion, candidates }),
        down
      )
      return { holders, version: time.stateVersion, at: Date.parse(time.at) }
    })

    /** Answers the number of the distribution; the same one, however often it is asked. */
    const prepare = Effect.fn("Coupons.prepare")(function* (
      here: Pick<Inside, "community" | "standing">,
      seriesId: string
    ) {
      const { admin, treasury } = yield* treasuries.must(here, "pay coupons")
      const now = yield* Clock.currentTimeMillis
      const series = yield* repo.mustFind(here.community.id, seriesId)
      if (!isOnLedger(series)) return yield* new NotThere({})
      const { holders, ...record } = yield* recordOf(series)
      return yield* Effect.gen(function* () {
        yield* repo.turn(seriesId)
        const due = yield* coupons.next(seriesId, now)
        if (due === null) return yield* new BatchRefused({ message: "No coupon is due." })
        if (due.distribution !== null) return due.distribution
        const number = yield* distributions.create({
          communityId: here.community.id,
          account: admin.account,
          title: `Coupon of ${series.code}, ${dayText(due.dueAt)}`,
          note: `${formatAmount(due.perUnit)} ${series.symbol} for each unit, to the holders at ledger version ${record.version}.`,
          purpose: "coupon",
          resource: series.currency,
          symbol: series.symbol,
          divisibility: series.divisibility,
          mode: "direct",
          recoverDays: RECOVER_DAYS,
          rule: null,
          record,
          remainder: NOTHING,
          rows: rowsOf(holders, treasury, due.perUnit)
        })
        const run = yield* runs.mustFind(here.community.id, number)
        const planDigest = yield* distributions.digest(run)
        yield* coupons.prepared(due, { distributionId: run.id, recordVersion: record.version, planDigest })
        return number
      }).pipe(atomically(sql))
    })

    return { prepare }
  })
}) {}
