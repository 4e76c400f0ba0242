import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { RequestsStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import type { RequestItem } from "~/connector/schema/RequestItem"
import { memoryPlace, type Place } from "~/connector/storage/places"
import { Wallet } from "~/connector/Wallet"
import { connect, only, use } from "./wallet"
import { DAPP, pass, persona, settle } from "./world"

/** Counts how often the list of requests is read. */
const countedPlace = () => {
  const base = memoryPlace()
  const seen = { readings: 0 }
  const place: Place = {
    ...base,
    get: (key) => {
      if (key.endsWith(":requests")) seen.readings++
      // A loop without waiting would never let the test run again.
      if (seen.readings > 2_000) throw new Error("the resolver does not wait")
      return base.get(key)
    }
  }
  return { place, seen }
}
const send = Effect.flatMap(Wallet, (wallet) => wallet.sendTransaction({ transactionManifest: "m" }))

const stored = (more: Partial<RequestItem>): RequestItem => ({
  interactionId: "one",
  type: "dataRequest",
  status: "pending",
  createdAt: 0,
  showCancel: true,
  isOneTimeRequest: false,
  ...more
})
const planted: ReadonlyArray<
  readonly [string, Readonly<Record<string, RequestItem>>, Readonly<Record<string, unknown>>]
> = [
  ["waits for a commit and names no subintent", { one: stored({ status: "pendingCommit" }) }, {}],
  ["has a hash and never goes to the ledger", { one: stored({ transactionIntentHash: "txid_1" }) }, {}],
  ["has an empty hash", { one: stored({ type: "sendTransaction", transactionIntentHash: "" }) }, {}],
  [
    "names an empty subintent",
    { one: stored({ type: "preAuthorizationRequest", status: "pendingCommit", metadata: { subintentHash: "" } }) },
    {}
  ],
  ["is kept under another id", { two: stored({ status: "success" }) }, { one: 7, two: 7 }],
  ["is called like what every object inherits", { toString: stored({ interactionId: "toString" }) }, {}],
  ["is over and answered again", { one: stored({ status: "success" }) }, { one: { discriminator: "success" } }]
]

describe("the resolver pauses between two polls", () => {
  it.effect.each(planted)("when a stored request %s", ([, requests, responses]) => {
    const { place, seen } = countedPlace()
    place.set(`rdt:${DAPP}:2:requests`, JSON.stringify(requests))
    place.set(`rdt:${DAPP}:2:walletResponses`, JSON.stringify(responses))
    return use(
      Effect.gen(function* () {
        for (let second = 0; second < 5; second++) yield* pass("1 seconds")
        const settled = seen.readings
        yield* pass("1 seconds")
        assert.isAtMost(seen.readings - settled, 8)
        // And it still works.
        yield* connect
      }),
      { place }
    )
  })

  it.effect("when the ledger's reader fails: it retries later, and the request can still end", () => {
    const { place, seen } = countedPlace()
    let isBroken = true
    let readings = 0
    const methods = {
      transactionStatus: () => {
        readings++
        return isBroken ? Effect.die("a mistake of ours") : Effect.succeed({ status: "CommittedSuccess" } as const)
      }
    }
    return use(
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(send)
        yield* settle
        yield* pass("3 seconds")
        assert.isAtMost(readings, 5)
        assert.isAtMost(seen.readings, 80)
        isBroken = false
        yield* pass("2 seconds")
        assert.deepInclude({ ...(yield* Fiber.join(fiber)) }, { type: "transaction", status: "CommittedSuccess" })
      }),
      { place, gateway: { methods } }
    )
  })
})

describe("requests and responses", () => {
  it.effect("end together even if the interceptor changed the request's kind", () =>
    use(
      Effect.gen(function* () {
        const error = yield* Effect.flip(send)
        assert.strictEqual(error._tag, "walletResponseValidation")
        assert.strictEqual((yield* only).status, "fail")
        assert.deepStrictEqual(yield* (yield* Storage).get(WalletResponsesStore), {})
      }),
      {
        options: {
          interceptRequest: async (asked) => ({
            ...(asked as object),
            items: { discriminator: "authorizedRequest", auth: { discriminator: "loginWithoutChallenge" } }
          })
        }
      }
    )
  )

  it.effect("survive a message with the name of an inherited property", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      const names = ["constructor", "toString", "__proto__", "hasOwnProperty"]
      yield* storage.modify(RequestsStore, (items) => [undefined, items])
      for (const interactionId of names) {
        const wallet = yield* Wallet
        yield* wallet.cancel(interactionId)
        yield* wallet.ignore(interactionId)
      }
      const data = yield* connect
      assert.strictEqual(data.persona?.label, persona.label)
    }).pipe((test) => use(test))
  )
})
