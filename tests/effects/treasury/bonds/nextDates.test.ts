/** A community's overview has the dates of its bonds, for everybody who reads it (docs/product/communities.md, 3.6.7). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { OverviewRepo } from "~/effects/communities/communities/OverviewRepo.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { describeOnBothDatabases } from "../../../databases"
import { bought, buyer, issued, minute, terms, withCoupon, world } from "./world"

describeOnBothDatabases("the next dates of a community", (database) => {
  it.effect("are sales that open and close, coupons that are not paid, and maturity, within thirty days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { code, community } = yield* issued(withCoupon)
      const { goingOn } = yield* OverviewRepo
      const words = Effect.map(goingOn(community.id), ({ dates }) => dates.map((date) => date.words))
      assert.deepStrictEqual(yield* words, [`The sale of ${code} opens`])
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      const [{ path, ...closing } = { path: "" }, ...others] = (yield* goingOn(community.id)).dates
      assert.isEmpty(others)
      assert.deepInclude(closing, { words: `The sale of ${code} closes`, at: terms.saleClosesAt })
      assert.strictEqual(path, `/community/detail/${community.id}/bondissued?series=${code}`)
      yield* bought(community, [buyer(1), 40])
      yield* TestClock.setTime(terms.maturesAt - 29 * DAY_MS)
      assert.sameMembers(yield* words, [`${code} pays its coupon`, `${code} matures`])
      yield* sql`UPDATE bond_coupons SET paid_at = due_at`
      assert.deepStrictEqual(yield* words, [`${code} matures`])
      yield* TestClock.setTime(terms.maturesAt + 1)
      assert.isEmpty(yield* words)
    }).pipe(Effect.provide(OverviewRepo.Default.pipe(Layer.provideMerge(world(database)))))
  )
})
