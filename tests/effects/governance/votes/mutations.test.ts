import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import { Gateway, type GatewayScript } from "~/connector/index"
import { BallotProofs } from "~/effects/governance/votes/ballot/BallotProofs.server"
import { keyHashOf } from "../../people/wallet-session/keys"
import { submitRight, submitWrong, WRONGS, wrongBallot } from "./mutations"
import { testVoter } from "./world"

const ledger = (ownerKeys: NonNullable<GatewayScript["ownerKeys"]>) =>
  BallotProofs.Default.pipe(Layer.provide(Gateway.layerScript({ ownerKeys })))

describe("a ballot's proof (docs/goals.md B7)", () => {
  it.effect("is accepted if it is right, on either curve", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* submitRight("curve25519", "a"))
      assert.isTrue(yield* submitRight("secp256k1", "b"))
    }).pipe(Effect.provide(ledger({})))
  )

  it.effect("is refused if anything about it is wrong", () =>
    Effect.gen(function* () {
      for (const name of WRONGS) {
        for (const change of fc.sample(wrongBallot, { numRuns: 12, seed: 7 })) {
          const accepted = yield* submitWrong({ ...change, name })
          assert.isFalse(accepted, JSON.stringify({ ...change, name }))
        }
      }
    }).pipe(Effect.provide(ledger({})))
  )

  it.effect("is refused if the account has replaced its keys since", () => {
    const voter = testVoter("a")
    const keys = { [voter.account]: [{ curve: "curve25519" as const, hash: keyHashOf(testVoter("new").key) }] }
    return Effect.gen(function* () {
      assert.isFalse(yield* submitRight("curve25519", "a"))
    }).pipe(Effect.provide(ledger(keys)))
  })
})
