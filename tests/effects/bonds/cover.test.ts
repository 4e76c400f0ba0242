/** Cover day by day, and what happened to a series: what its page tells beside the terms (product 3.5.5, 3.6.7). */
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { besideOf } from "~/effects/bonds/beside.server"
import { coverJob } from "~/effects/bonds/coverHistory.server"
import { DAY_MS, HOUR_MS } from "~/effects/bonds/limits"
import { publicBond } from "~/effects/bonds/pages.server"
import { Faults } from "~/effects/local/Faults.server"
import { describeOnBothDatabases } from "../../databases"
import { accountOf } from "../../ledger/signing"
import { visit } from "../dashboard/visits"
import { buyer, closed, fund, minute, opened, order, seriesNow, settleNext, terms, world } from "./world"

const bea = buyer(1)
const hour = Effect.flatMap(coverJob, ({ run }) => run)

describeOnBothDatabases("how a series is covered", (database) => {
  it.effect("is written down once a day, from the ledger; while that is silent, nothing is", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const faults = yield* Faults
      yield* fund(accountOf(bea))
      yield* order(community, bea, 40)
      const beside = Effect.flatMap(seriesNow(), besideOf)
      yield* hour
      // 40 units owe 250 each at maturity, and nothing is paid yet.
      const [first, ...none] = (yield* beside).cover
      assert.isEmpty(none)
      assert.deepInclude(first, { owed: "10000", share: 0, held: "0" })

      yield* closed
      yield* settleNext(community)
      yield* minute
      yield* hour
      yield* fund(terms.reserveAccount)
      yield* TestClock.adjust(HOUR_MS)
      yield* hour
      const after = (yield* beside).cover
      // What came in meanwhile counts, and there is one point for each day however often it was looked.
      assert.deepInclude(after.at(-1), { held: "10000", owed: "10000", share: 1000 })
      assert.strictEqual(new Set(after.map(({ at }) => at)).size, after.length)

      yield* faults.change({ gateway: "down" })
      yield* TestClock.adjust(2 * DAY_MS)
      const silent = yield* Effect.fork(hour)
      yield* TestClock.adjust("30 seconds")
      yield* silent
      assert.lengthOf((yield* beside).cover, after.length)
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("30 seconds")
      yield* hour
      assert.lengthOf((yield* beside).cover, after.length + 1)

      yield* TestClock.setTime(terms.maturesAt)
      yield* minute
      const { events } = yield* beside
      const face = yield* visit("/", publicBond, { params: { slug: community.slug, code: (yield* seriesNow()).code } })
      assert.deepStrictEqual(face.value.cover, (yield* beside).cover, "the public page tells the same")
      assert.deepStrictEqual(face.value.events, events)
      assert.deepInclude(face.value.series, { orders: 1, owed: "10000", paidOut: "0", isTreasuryReserve: false })
      assert.strictEqual(face.value.holders, 1)
      const { code } = yield* seriesNow()
      assert.includeMembers(
        events.map(({ words }) => words),
        ["opened", "closed"].map((what) => `The sale of ${code} ${what}`)
      )
      assert.deepStrictEqual(
        events.map(({ seq }) => seq),
        events.map(({ seq }) => seq).toSorted((one, other) => other - one)
      )
    }).pipe(Effect.provide(world(database)))
  )
})
