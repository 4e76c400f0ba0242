/**
 * Whatever happens to a parked sale, in whatever order: what was parked is handed over, brought back or still there, each
 * unit once; every order ends settled with its units, or with its money where it was.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck as fc, TestClock } from "effect"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { leftIn } from "~/effects/treasury/bonds/parked/BondParking"
import { BondParkings } from "~/effects/treasury/bonds/parked/BondParkings.server"
import { ParkedSwaps } from "~/effects/treasury/bonds/parked/ParkedSwaps.server"
import { ONE } from "~/ledger/index"
import { migratedSqlite } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { signAnew } from "../../chain/ledger/signAnew"
import { FIRST, found, heldBy, looked, park, withFees } from "./parkedWorld"
import {
  ADA,
  balance,
  buyer,
  fund,
  minute,
  order,
  orderNow,
  SERIES,
  seriesNow,
  terms,
  transfer,
  world,
  XRD
} from "./world"

const events = [
  "order",
  "orderTwo",
  "look",
  "look",
  "broke",
  "failure",
  "rejected",
  "lost",
  "back",
  "unpark",
  "wait"
] as const

it.effect.prop(
  "a parked sale adds up",
  [fc.array(fc.constantFrom(...events), { minLength: 3, maxLength: 14 })],
  ([script]) =>
    Effect.gen(function* () {
      const { community } = yield* withFees()
      const swaps = yield* ParkedSwaps
      const faults = yield* Faults
      const parkings = yield* BondParkings
      const bond = (yield* seriesNow()).bondResource ?? ""
      yield* park(community)
      const ids: Array<{ readonly id: string; readonly units: number; readonly n: number }> = []
      const orders = (units: number) =>
        Effect.gen(function* () {
          const n = ids.length
          yield* fund(accountOf(buyer(n)))
          ids.push({ id: yield* order(community, buyer(n), units), units, n })
        })
      const acts = {
        order: Effect.ignore(orders(1)),
        orderTwo: Effect.ignore(orders(2)),
        look: Effect.ignore(swaps.look(FIRST)),
        broke: Effect.suspend(() =>
          Effect.ignore(ids.length === 0 ? Effect.void : transfer(buyer(ids.length - 1), ADA, XRD, 9_990))
        ),
        failure: faults.change({ nextTransaction: "CommittedFailure" }),
        rejected: faults.change({ nextTransaction: "Rejected" }),
        lost: faults.change({ nextTransaction: "Pending" }),
        back: Effect.gen(function* () {
          const step = yield* parkings.takeBack(yield* heldBy(community), community.id, SERIES, "buy")
          yield* (yield* StepChecks).report(step, yield* signAnew(step.manifest))
        }).pipe(Effect.ignore),
        unpark: Effect.ignore(parkings.unpark(community.id, SERIES, "buy")),
        wait: TestClock.adjust("3 minutes")
      } as const
      // What is refused in this state is refused; nothing may change by it.
      for (const event of script) yield* acts[event]
      yield* faults.change({ nextTransaction: null })
      yield* TestClock.setTime(terms.saleClosesAt)
      for (let round = 0; round < 12; round++) {
        yield* minute
        yield* looked()
        yield* TestClock.adjust("20 minutes")
      }
      const parking = yield* found()
      const left = leftIn(parking)
      const [there, inTreasury] = [
        yield* balance(parking.parked ?? "", bond),
        yield* balance(community.treasuryAccount ?? "", bond)
      ]
      assert.strictEqual(left.token, BigInt(there) * ONE, "the books and the ledger")
      let sold = 0
      for (const { id, n, units } of ids) {
        const { state } = yield* orderNow(community, id)
        const held = yield* balance(accountOf(buyer(n)), bond)
        assert.strictEqual(held, state === "settled" ? units : 0, `${state} of ${units}`)
        sold += held
      }
      assert.strictEqual(Number(parking.handed), sold)
      assert.strictEqual(there + inTreasury + sold, terms.units, "every unit once")
      assert.isTrue(left.xrd >= 0n)
    }).pipe(Effect.provide(world(migratedSqlite))),
  { fastCheck: { numRuns: 8 }, timeout: 60_000 }
)
