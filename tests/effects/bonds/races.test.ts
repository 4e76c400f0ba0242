/** Many at once, and any order of events: no unit is sold twice, and no money is made or lost. */
import { assert, it } from "@effect/vitest"
import { Effect, Either, FastCheck, TestClock } from "effect"
import { HOUR_MS } from "~/effects/bonds/limits"
import { OrdersRepo } from "~/effects/bonds/OrdersRepo.server"
import { Sales } from "~/effects/bonds/Sales.server"
import { Settlements } from "~/effects/bonds/Settlements.server"
import { describeOnBothDatabases } from "../../databases"
import { accountOf } from "../../ledger/signing"
import {
  ADA,
  ask,
  balance,
  buyer,
  closed,
  fund,
  minute,
  opened,
  order,
  orderNow,
  seriesNow,
  settleNext,
  signPart,
  terms,
  world,
  XRD
} from "./world"

const CROWD = 200

describeOnBothDatabases("races", (database) => {
  it.effect(
    "200 want the last unit at the same moment: exactly one has it",
    () =>
      Effect.gen(function* () {
        const { community } = yield* opened({ units: 1, minRaiseUnits: 0, maxPerBuyer: 1 })
        const sales = yield* Sales
        const wanted = yield* Effect.forEach(
          Array.from({ length: CROWD }, (_, n) => buyer(n)),
          (by) =>
            Effect.gen(function* () {
              yield* fund(accountOf(by))
              const { expiration, manifest, orderId } = yield* ask(community, by, 1)
              return { by, orderId, signed: yield* signPart(manifest, expiration, by) }
            })
        )
        const ended = yield* Effect.forEach(
          wanted,
          ({ by, orderId, signed }) =>
            Effect.either(sales.accept({ communityId: community.id, account: accountOf(by) }, orderId, signed)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(ended.filter(Either.isRight).length, 1)
        assert.isTrue(ended.every((each) => Either.isRight(each) || each.left.message === "All units are ordered."))
        assert.deepInclude(yield* seriesNow(), { sold: 1 })
      }).pipe(Effect.provide(world(database))),
    120_000
  )

  it.effect("the same batch handed in twice at once settles once, and a second look changes nothing", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const by = buyer(1)
      yield* fund(accountOf(by))
      const id = yield* order(community, by, 40)
      yield* closed
      const { after } = yield* settleNext(community)
      const settlements = yield* Settlements
      const treasury = community.treasuryAccount ?? ""
      yield* Effect.all(
        [1, 2, 3].map(() => settlements.check({ ...after, state: "sent" }, treasury)),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepInclude(yield* seriesNow(), { settledUnits: 40, sold: 40 })
      assert.strictEqual(yield* balance(treasury, XRD), 9_200)
      assert.strictEqual((yield* orderNow(community, id)).state, "settled")
      const orders = yield* OrdersRepo
      assert.strictEqual((yield* orders.receipts(accountOf(by), community.id, null, 5)).length, 1)
    }).pipe(Effect.provide(world(database)))
  )
})

/** What buyers do, one after the other; each has 10,000 XRD, the price is 230. */
const step = FastCheck.oneof(
  FastCheck.record({
    kind: FastCheck.constant("order" as const),
    who: FastCheck.nat(3),
    units: FastCheck.integer({ min: 1, max: 30 })
  }),
  FastCheck.record({ kind: FastCheck.constant("withdraw" as const), who: FastCheck.nat(3), units: FastCheck.nat(5) })
)

describeOnBothDatabases("any sale", (database) => {
  it.effect.prop(
    "sells at most what was issued, and moves exactly units times price",
    [FastCheck.array(step, { minLength: 1, maxLength: 14 })],
    ([steps]) =>
      Effect.gen(function* () {
        const { community } = yield* opened({ units: 60, minRaiseUnits: 0, maxPerBuyer: 40 })
        const people = [0, 1, 2, 3].map(buyer)
        yield* Effect.forEach(people, (by) => fund(accountOf(by)))
        const sales = yield* Sales
        const signed: Array<{ readonly who: number; readonly id: string }> = []
        for (const { kind, units, who } of steps) {
          const by = people[who] ?? buyer(0)
          if (kind === "order") {
            const made = yield* Effect.either(order(community, by, units))
            if (Either.isRight(made)) signed.push({ who, id: made.right })
          } else {
            const own = signed.filter((each) => each.who === who)[units]
            if (own !== undefined) yield* Effect.either(sales.withdraw(community.id, accountOf(by), own.id))
          }
          const { sold, units: all } = yield* seriesNow()
          assert.isTrue(sold >= 0 && sold <= all)
        }
        yield* closed
        while (Either.isRight(yield* Effect.either(settleNext(community)))) yield* Effect.void
        yield* TestClock.setTime(terms.saleClosesAt + 72 * HOUR_MS)
        yield* minute
        const { bondResource, sold, settledUnits } = yield* seriesNow()
        assert.strictEqual(sold, settledUnits)
        const [treasury, bond] = [community.treasuryAccount ?? "", bondResource ?? ""]
        assert.strictEqual(yield* balance(treasury, XRD), settledUnits * 230)
        assert.strictEqual(yield* balance(treasury, bond), 60 - settledUnits)
        for (const by of people) {
          const held = yield* balance(accountOf(by), bond)
          assert.strictEqual(yield* balance(accountOf(by), XRD), 10_000 - held * 230)
        }
        assert.strictEqual(yield* balance(ADA, bond), 0)
      }).pipe(Effect.provide(world(database))),
    { fastCheck: { numRuns: 6 }, timeout: 120_000 }
  )
})
