import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { checkForm } from "~/effects/base/remix/form"
import { FaultChange, Faults } from "~/effects/local/Faults.server"

describe("Faults", () => {
  it.effect("change part by part, and are off at first", () =>
    Effect.gen(function* () {
      const faults = yield* Faults
      assert.deepStrictEqual(yield* faults.current, { gateway: "up", smtp: "up", beacon: "up", nextTransaction: null })
      assert.deepStrictEqual([yield* faults.gatewayDown, yield* faults.smtpDown], [false, false])
      yield* faults.change({ smtp: "down" })
      const state = yield* faults.change({ nextTransaction: "Rejected" })
      assert.deepStrictEqual(state, { gateway: "up", smtp: "down", beacon: "up", nextTransaction: "Rejected" })
      assert.deepStrictEqual([yield* faults.gatewayDown, yield* faults.smtpDown], [false, true])
    }).pipe(Effect.provide(Faults.layerMemory))
  )

  it.effect("affect one transaction only", () =>
    Effect.gen(function* () {
      const faults = yield* Faults
      yield* faults.change({ nextTransaction: "CommittedFailure" })
      assert.strictEqual(yield* faults.takeNextTransaction, "CommittedFailure")
      assert.isNull(yield* faults.takeNextTransaction)
    }).pipe(Effect.provide(Faults.layerMemory))
  )

  it("are refused if unknown", () => {
    for (const bad of [{ gateway: "slow" }, { smtp: null }, { nextTransaction: "Lost" }, "down", null, []]) {
      assert.isTrue(Either.isLeft(checkForm(FaultChange, bad)), JSON.stringify(bad))
    }
    assert.isTrue(Either.isRight(checkForm(FaultChange, {})))
  })
})
