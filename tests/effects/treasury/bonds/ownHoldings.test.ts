/** A person's bonds on their dashboard (docs/product/notifications.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { ownHoldings } from "~/effects/treasury/bonds/pages/ownHoldings.server"
import { OwnClaims } from "~/effects/treasury/claims/OwnClaims.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { bought, buyer, due, opened, order, seriesNow, terms, transfer, withCoupon, world } from "./world"

const [bea, dan] = [buyer(1), buyer(4)]
const [BEA, DAN] = [accountOf(bea), accountOf(dan)]

describeOnBothDatabases("holdings on the dashboard", (database) => {
  it.effect("list each series with its units and next payment, until the units are transferred", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { code, community } = yield* opened(withCoupon)
      assert.deepInclude(yield* ownHoldings(BEA), { rows: [], hasMore: false })
      yield* bought(community, [bea, 40])
      const series = yield* seriesNow()
      const { rows, time } = yield* ownHoldings(BEA)
      const coupon = { kind: "coupon", dueAt: terms.maturesAt, amount: "32.87671232876712328", isDue: false }
      assert.deepEqual<unknown>(rows, [
        { id: series.id, code, symbol: "XRD", units: 40, next: coupon, mayRedeem: false }
      ])
      assert.isTrue(time?.isFresh)
      const agenda = yield* Agenda
      const dates = yield* agenda.dates(BEA, "90 days")
      assert.sameDeepMembers(
        dates.map(({ at, key, path }) => [key.split("-")[0], at, path]),
        [
          ["coupon", terms.maturesAt, "/userDashboard/bonds"],
          ["maturity", terms.maturesAt, "/userDashboard/bonds"]
        ]
      )
      // Once it is paid, the face value is next.
      yield* sql`UPDATE bond_coupons SET paid_at = due_at`
      assert.deepInclude((yield* ownHoldings(BEA)).rows[0]?.next, {
        kind: "redemption",
        amount: AmountText.make("4000")
      })
      assert.lengthOf(yield* agenda.dates(BEA, "90 days"), 1)
      // All given away: the receipt stays, and the holding moves to the new holder.
      yield* transfer(bea, DAN, series.bondResource ?? "", 40)
      assert.deepStrictEqual((yield* ownHoldings(BEA)).rows, [])
      assert.deepInclude((yield* ownHoldings(DAN)).rows[0], { units: 40 })
    }).pipe(Effect.provide(Agenda.Default.pipe(Layer.provideMerge(world(database)))))
  )

  it.effect("can be redeemed once the series has matured, except for units already requested", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* bought(community, [bea, 40])
      yield* due(community)
      const [before] = (yield* ownHoldings(BEA)).rows
      assert.deepInclude(before, { mayRedeem: true })
      assert.deepInclude(before?.next, { kind: "redemption", amount: AmountText.make("10000"), isDue: true })
      yield* order(community, bea, 40, "redeem")
      assert.deepInclude((yield* ownHoldings(BEA)).rows[0], { mayRedeem: false })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("come from receipts when the ledger does not respond, and mark the units as unknown", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* bought(community, [bea, 40])
      const ledger = yield* Ledger
      const silent = { ...ledger, shown: { ...ledger.shown, balances: () => new GatewayDown({}) } }
      const { rows, time } = yield* Effect.provideService(ownHoldings(BEA), Ledger, new Ledger(silent))
      assert.isNull(time)
      assert.deepInclude(rows[0], { units: null, mayRedeem: false })
      assert.deepInclude(rows[0]?.next, { amount: AmountText.make("250") })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("sum up what waits in lockers for each token of a community", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { community } = yield* opened()
      const { waiting } = yield* OwnClaims
      const claim = (id: string, resource: string, amount: string, state = "available", account: string = BEA) => ({
        id,
        account,
        communityId: community.id,
        resource,
        symbol: resource.toUpperCase(),
        amount,
        origin: "distribution",
        originId: id,
        locker: "locker_tdx_2_l",
        state,
        availableVersion: 1,
        availableAt: 1,
        updatedAt: 1
      })
      yield* sql`INSERT INTO claims ${sql.insert([
        claim("a", "xrd", "1.5"),
        claim("b", "xrd", "2.000000000000000001"),
        claim("c", "grd", "7"),
        claim("d", "xrd", "9", "claimed"),
        claim("e", "xrd", "9", "available", DAN)
      ])}`
      const sums = yield* waiting(BEA)
      assert.sameDeepMembers(
        sums.map(({ amount, communityId, symbol }) => [communityId, symbol, amount]),
        [
          [community.id, "XRD", "3.500000000000000001"],
          [community.id, "GRD", "7"]
        ]
      )
    }).pipe(Effect.provide(OwnClaims.Default.pipe(Layer.provideMerge(world(database)))))
  )
})
