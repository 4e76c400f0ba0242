/** The beacon over HTTP: requested as drand is, and trusted only if the signature is of the requested round. */
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { Beacon } from "~/effects/governance/votes/sealed/Beacon.server"
import { settings } from "../../../people/signup/world"
import { otherKey, signatureAt, testChain } from "./beacon"

const asked: Array<string> = []
const responding = (respond: (url: string) => Response | null) =>
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) => {
      asked.push(url.href)
      const response = respond(url.href)
      return response === null ? Effect.never : Effect.succeed(HttpClientResponse.fromWeb(request, response))
    })
  )

const on = (respond: (url: string) => Response | null) =>
  Beacon.layer.pipe(
    Layer.provide(responding(respond)),
    Layer.provide(settings({ beacon: { url: "https://beacon.example", chain: testChain } }))
  )

const json = (body: unknown, status = 200) => Response.json(body, { status })
const asking = { chain: testChain.chain, publicKey: testChain.publicKey, round: 5 }
const signature = Effect.flatMap(Beacon, (beacon) => beacon.signatureOf(asking))

describe("the beacon over HTTP", () => {
  it.effect("is requested by chain and round, and its signature is returned", () =>
    Effect.gen(function* () {
      asked.length = 0
      assert.strictEqual(yield* signature, signatureAt(5))
      assert.deepStrictEqual(asked, [`https://beacon.example/${testChain.chain}/public/5`])
    }).pipe(Effect.provide(on(() => json({ round: 5, randomness: "00", signature: signatureAt(5) }))))
  )

  it.effect("is requested for the chain and key that a vote was sealed to, whatever the settings name now", () =>
    Effect.gen(function* () {
      asked.length = 0
      const beacon = yield* Beacon
      const former = { ...asking, chain: "cd".repeat(32) }
      assert.strictEqual(yield* beacon.signatureOf(former), signatureAt(5))
      assert.deepStrictEqual(asked, [`https://beacon.example/${former.chain}/public/5`])
      const other = yield* Effect.flip(beacon.signatureOf({ ...former, publicKey: otherKey }))
      assert.include(other.message, "not its round's")
    }).pipe(Effect.provide(on(() => json({ round: 5, signature: signatureAt(5) }))))
  )

  const wrong: Readonly<Record<string, () => Response>> = {
    "the signature of another round": () => json({ round: 5, signature: signatureAt(6) }),
    "another round": () => json({ round: 6, signature: signatureAt(6) }),
    "no point of the curve": () => json({ round: 5, signature: "f".repeat(96) }),
    "a signature of another length": () => json({ round: 5, signature: "ab" }),
    "something else": () => json({ error: "no such round" }),
    "no JSON": () => new Response("<html>"),
    "a refusal": () => json({ round: 5, signature: signatureAt(5) }, 425)
  }
  for (const [name, respond] of Object.entries(wrong)) {
    it.effect(`is not trusted if it returns ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(signature))._tag, "NoSignature")
        assert.isTrue((yield* Effect.flip(signature)).wasAsked)
      }).pipe(Effect.provide(on(respond)))
    )
  }

  it.effect("times out after ten seconds, and is not asked again after five failures in a row", () =>
    Effect.gen(function* () {
      asked.length = 0
      const beacon = yield* Beacon
      for (let n = 0; n < 5; n += 1) {
        const waiting = yield* Effect.fork(Effect.flip(beacon.signatureOf(asking)))
        yield* TestClock.adjust("10 seconds")
        assert.include((yield* Fiber.join(waiting)).message, "did not answer as it should")
      }
      const leftAlone = yield* Effect.flip(beacon.signatureOf(asking))
      assert.include(leftAlone.message, "several times in a row")
      assert.isFalse(leftAlone.wasAsked)
      assert.lengthOf(asked, 5)
    }).pipe(Effect.provide(on(() => null)))
  )

  it.effect("is still asked for other chains if it does not serve one", () =>
    Effect.gen(function* () {
      const beacon = yield* Beacon
      const former = { ...asking, chain: "cd".repeat(32) }
      for (let n = 0; n < 7; n += 1) assert.isTrue((yield* Effect.flip(beacon.signatureOf(former))).wasAsked)
      assert.strictEqual(yield* signature, signatureAt(5))
    }).pipe(
      Effect.provide(
        on((url) => (url.includes(testChain.chain) ? json({ round: 5, signature: signatureAt(5) }) : json({}, 404)))
      )
    )
  )
})
