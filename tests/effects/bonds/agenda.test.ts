/** What bonds ask of people stands on their dashboard, and goes away when it is done. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Agenda } from "~/effects/dashboard/Agenda.server"
import { describeOnBothDatabases } from "../../databases"
import { accountOf } from "../../ledger/signing"
import { ADA, buyer, closed, fund, minute, opened, order, settleNext, terms, world } from "./world"

describeOnBothDatabases("what bonds ask of people", (database) => {
  it.effect("orders to settle, the day of maturity, units to redeem", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const by = buyer(1)
      const agenda = yield* Agenda
      const kinds = (account: string) => Effect.map(agenda.needs(account), (needs) => needs.map(({ kind }) => kind))
      yield* fund(accountOf(by))
      yield* order(community, by, 40)
      assert.deepStrictEqual(yield* kinds(ADA), [])
      yield* closed
      assert.deepStrictEqual(yield* kinds(ADA), ["orders"])
      yield* settleNext(community)
      yield* minute
      assert.deepStrictEqual(yield* kinds(ADA), [])
      const dates = yield* agenda.dates(accountOf(by), "60 days")
      assert.deepStrictEqual(
        dates.map(({ at }) => at),
        [terms.maturesAt]
      )
      yield* TestClock.setTime(terms.maturesAt)
      yield* minute
      assert.deepStrictEqual(yield* kinds(accountOf(by)), ["redeem"])
      yield* order(community, by, 40, "redeem")
      assert.deepStrictEqual(yield* kinds(accountOf(by)), [])
    }).pipe(Effect.provide(Agenda.Default.pipe(Layer.provideMerge(world(database)))))
  )
})
