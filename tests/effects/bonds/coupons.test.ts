/** Coupons: due, prepared once for exactly the holders, late, paid. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Layer, TestClock } from "effect"
import { prepareCoupon } from "~/effects/bonds/coupons.server"
import { DAY_MS, HOUR_MS } from "~/effects/bonds/limits"
import { Distributions } from "~/effects/distributions/Distributions.server"
import { describeOnBothDatabases } from "../../databases"
import { accountOf } from "../../ledger/signing"
import {
  buyer,
  closed,
  fund,
  hereOf,
  minute,
  opened,
  order,
  SERIES,
  seriesNow,
  settleNext,
  terms,
  world
} from "./world"

const [bea, cas] = [buyer(1), buyer(2)]

describeOnBothDatabases("coupons", (database) => {
  it.effect("are prepared once for the holders of the moment, overdue after 72 hours, and paid when sent", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({
        variant: "coupon",
        faceValue: "100",
        issuePrice: "100",
        couponRatePct: "12",
        couponEvery: "monthly",
        maturesAt: terms.saleClosesAt + 90 * DAY_MS
      })
      yield* Effect.forEach([bea, cas], (by) => fund(accountOf(by)))
      yield* order(community, bea, 30)
      yield* order(community, cas, 15)
      yield* closed
      yield* settleNext(community)
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "active")
      const here = hereOf(community)
      assert.strictEqual((yield* Effect.flip(prepareCoupon(here, SERIES))).message, "No coupon is due.")

      yield* TestClock.setTime(terms.saleClosesAt + 32 * DAY_MS)
      const both = yield* Effect.all([prepareCoupon(here, SERIES), prepareCoupon(here, SERIES)], {
        concurrency: "unbounded"
      })
      assert.strictEqual(both[0], both[1])
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly account: string; readonly amount: string }>`
        SELECT account, amount FROM distribution_rows ORDER BY line`
      // 100 at 12 % for the 31 days of the first month: 1.019178082191780821 a unit.
      assert.deepStrictEqual(
        rows.map(({ account, amount }) => [account, amount]),
        [
          [accountOf(bea), "30.57534246575342463"],
          [accountOf(cas), "15.287671232876712315"]
        ]
      )

      yield* TestClock.adjust(72 * HOUR_MS)
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "overdue")
      const finishedAt = yield* Clock.currentTimeMillis
      yield* sql`UPDATE distributions SET state = 'done', finished_at = ${finishedAt}`
      yield* minute
      assert.deepInclude(yield* seriesNow(), { state: "active", lateSince: null })
      assert.strictEqual((yield* Effect.flip(prepareCoupon(here, SERIES))).message, "No coupon is due.")
      yield* TestClock.setTime(terms.saleClosesAt + 62 * DAY_MS)
      yield* minute
      assert.notStrictEqual(yield* prepareCoupon(here, SERIES), both[0])
    }).pipe(Effect.provide(Distributions.Default.pipe(Layer.provideMerge(world(database)))))
  )
})
