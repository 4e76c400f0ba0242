/** Concurrency and any order of events: no unit is sold twice, and no money is created or lost. */
import { assert, it } from "@effect/vitest"
import { Effect, Either, FastCheck, Fiber, TestClock } from "effect"
import type { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Faults } from "~/effects/local/Faults.server"
import { HOUR_MS } from "~/effects/treasury/bonds/limits"
import { ReceiptsRepo } from "~/effects/treasury/bonds/ReceiptsRepo.server"
import { Sales } from "~/effects/treasury/bonds/Sales.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf } from "../../../ledger/signing"
import { runs } from "../../../sets"
import {
  ADA,
  ada,
  ask,
  balance,
  bought,
  buyer,
  closed,
  fund,
  hereOf,
  minute,
  opened,
  order,
  orderNow,
  SERIES,
  seriesNow,
  settleNext,
  signPart,
  terms,
  world,
  XRD
} from "./world"

const CROWD = runs(50, 200)

describeOnBothDatabases("races", (database) => {
  it.effect(
    `sell the last unit to exactly one of ${CROWD} concurrent buyers`,
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

  it.effect("settle a batch once that is submitted twice concurrently, and a second poll changes nothing", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const by = buyer(1)
      const { after, ids } = yield* bought(community, [by, 40])
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
      assert.strictEqual((yield* orderNow(community, ids[0] ?? "")).state, "settled")
      const papers = yield* ReceiptsRepo
      assert.strictEqual((yield* papers.page(accountOf(by), community.id, null, 5)).length, 1)
    }).pipe(Effect.provide(world(database)))
  )
})

/** Actions of buyers, one after the other; each has 10,000 XRD, and the price is 230. */
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
    { fastCheck: { numRuns: runs(3, 20) }, timeout: 600_000 }
  )
})

/**
 * Anything that can happen to a settlement, in any order: clicks and retries, a failing ledger, a server that stops
 * midway.
 */
const incident = FastCheck.oneof(
  { weight: 6, arbitrary: FastCheck.constantFrom(...(["settle", "settle", "sign", "look"] as const)) },
  { weight: 3, arbitrary: FastCheck.record({ stopsAfter: FastCheck.integer({ min: 1, max: 80 }) }) },
  {
    weight: 5,
    arbitrary: FastCheck.record({
      nextTransaction: FastCheck.constantFrom(...(["Rejected", "CommittedFailure", "Pending"] as const))
    })
  },
  { weight: 1, arbitrary: FastCheck.record({ gateway: FastCheck.constantFrom(...(["up", "down"] as const)) }) },
  { weight: 1, arbitrary: FastCheck.record({ minutes: FastCheck.constantFrom(...([1, 11, 25] as const)) }) }
)

describeOnBothDatabases("any settlement", (database) => {
  it.effect.prop(
    "pays and delivers once, whatever is clicked again, refused, late, or interrupted",
    [FastCheck.array(incident, { minLength: 4, maxLength: 16 })],
    ([incidents]) =>
      Effect.gen(function* () {
        const { community } = yield* opened({ minRaiseUnits: 0 })
        const people = [0, 1, 2].map(buyer)
        yield* Effect.forEach(people, (by) => fund(accountOf(by)))
        for (const units of [3, 5]) yield* Effect.forEach(people, (by) => order(community, by, units))
        yield* closed
        const settlements = yield* Settlements
        const faults = yield* Faults
        const here = hereOf(community)
        let last: Effect.Effect<unknown, unknown, Ledger> = Effect.void
        const prepare = Effect.gen(function* () {
          const { batchId, expiration, manifest } = yield* settlements.prepare(here, SERIES, "buy")
          const signed = yield* signPart(manifest, expiration, ada)
          last = settlements.sign(here, batchId, signed)
        })
        /** Runs to any end; a ledger that does not respond is queried repeatedly meanwhile. */
        const patiently = <A, E, R>(submit: Effect.Effect<A, E, R>) => inTime(Effect.exit(submit))
        for (const each of incidents) {
          if (each === "settle")
            yield* patiently(
              Effect.zipRight(
                prepare,
                Effect.suspend(() => last)
              )
            )
          else if (each === "sign") yield* patiently(last)
          else if (each === "look") yield* patiently(minute)
          else if ("minutes" in each) yield* TestClock.adjust(`${each.minutes} minutes`)
          else if ("stopsAfter" in each) {
            yield* patiently(prepare)
            const running = yield* Effect.fork(last)
            for (let turn = 0; turn < each.stopsAfter; turn += 1) yield* Effect.yieldNow()
            yield* Fiber.interrupt(running)
          } else yield* faults.change(each)
        }
        yield* faults.change({ gateway: "up", nextTransaction: null })
        /** A gateway that did not respond is not queried for a while. */
        yield* TestClock.adjust("2 minutes")
        for (let round = 0; round < 9 && (yield* seriesNow()).state === "settling"; round += 1) {
          yield* TestClock.adjust("25 minutes")
          yield* patiently(minute)
          yield* patiently(settleNext(community))
        }
        assert.deepInclude(yield* seriesNow(), { state: "active", sold: 24, settledUnits: 24 })
        const { bondResource } = yield* seriesNow()
        const [treasury, bond] = [community.treasuryAccount ?? "", bondResource ?? ""]
        assert.deepStrictEqual([yield* balance(treasury, XRD), yield* balance(treasury, bond)], [24 * 230, 76])
        const papers = yield* ReceiptsRepo
        for (const account of people.map(accountOf)) {
          assert.deepStrictEqual([yield* balance(account, XRD), yield* balance(account, bond)], [10_000 - 8 * 230, 8])
          const receipts = yield* papers.page(account, community.id, null, 9)
          assert.deepStrictEqual(receipts.map(({ units }) => units).sort(), [3, 5])
        }
      }).pipe(Effect.provide(world(database))),
    { fastCheck: { numRuns: runs(3, 20) }, timeout: 600_000 }
  )
})
