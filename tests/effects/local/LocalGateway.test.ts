import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import { Gateway } from "~/connector/index"
import { Faults } from "~/effects/local/Faults.server"
import { LocalGateway } from "~/effects/local/LocalGateway.server"
import { addressOf, ed25519Key, keyHashOf, secp256k1Key, site } from "../people/wallet-session/keys"
import { client, world } from "./world"

const ask = (path: string, body: unknown) => Effect.flatMap(LocalGateway, (gateway) => gateway.respond(path, body))
const [ada, bob] = [ed25519Key("ada"), secp256k1Key("bob")]

describe("LocalGateway, read by the connector", () => {
  it.effect("names the key that owns an account or persona that was never used", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      for (const key of [ada, bob]) {
        for (const type of ["account", "persona"] as const) {
          const owners = yield* gateway.ownerKeys(addressOf(key, type))
          assert.deepStrictEqual(owners, Option.some([{ curve: key.curve, hash: keyHashOf(key) }]))
        }
      }
      const many = yield* gateway.ownerKeysOf([addressOf(bob), addressOf(ada)])
      assert.isAbove(many.stateVersion, 0)
      assert.deepStrictEqual(
        many.keys,
        [bob, ada].map((key) => Either.right(Option.some([{ curve: key.curve, hash: keyHashOf(key) }])))
      )
    }).pipe(Effect.provide(client))
  )

  it.effect("returns the dApp's name and what a wallet verifies", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      assert.strictEqual(yield* gateway.dAppName(site.dAppDefinitionAddress), "Commonhold")
      const items = yield* gateway.entityMetadata(site.dAppDefinitionAddress)
      const typed = (key: string) => items.find((item) => item.key === key)?.value.typed
      assert.deepStrictEqual(typed("account_type"), { type: "String", value: "dapp definition" })
      assert.deepStrictEqual(typed("claimed_websites"), { type: "OriginArray", values: [site.origin] })
    }).pipe(Effect.provide(client))
  )

  it.effect("stops responding on command", () =>
    Effect.gen(function* () {
      const faults = yield* Faults
      yield* faults.change({ gateway: "down" })
      const error = yield* Effect.flip(Effect.flatMap(Gateway, (gateway) => gateway.ownerKeys(addressOf(ada))))
      assert.isTrue(error._tag === "RequestStatusNotOk" && error.status === 503)
      yield* faults.change({ gateway: "up" })
      yield* Effect.flatMap(Gateway, (gateway) => gateway.status())
    }).pipe(Effect.provide(client))
  )
})

describe("LocalGateway, byte by byte", () => {
  it.effect("encodes metadata as SBOR", () =>
    Effect.gen(function* () {
      const { body } = yield* ask("state/entity/page/metadata", { address: addressOf(ada) })
      const hash = keyHashOf(ada)
      assert.deepInclude(body, { address: addressOf(ada), total_count: 1 })
      const { items } = body as { items: ReadonlyArray<{ value: { raw_hex: string } }> }
      assert.strictEqual(items[0]?.value.raw_hex, `5c228f01202201010120071d${hash}`)

      const dApp = yield* ask("state/entity/page/metadata", { address: site.dAppDefinitionAddress, limit_per_page: 1 })
      const named = dApp.body as typeof body & { items: ReadonlyArray<{ value: { raw_hex: string } }> }
      assert.strictEqual(named.items[0]?.value.raw_hex, `5c2200010c0a${Buffer.from("Commonhold").toString("hex")}`)
    }).pipe(Effect.provide(world))
  )

  it.effect("reports the state of the ledger by the server's clock", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("10 minutes")
      yield* TestClock.adjust("7 seconds")
      const { body, status } = yield* ask("status/gateway-status", {})
      assert.strictEqual(status, 200)
      assert.deepInclude(body, {
        ledger_state: {
          network: "localstokenet",
          state_version: 1,
          proposer_round_timestamp: "1970-01-01T00:10:07.000Z",
          epoch: 2,
          round: 8
        }
      })
    }).pipe(Effect.provide(world))
  )

  it.effect("returns errors in the form of the real one", () =>
    Effect.gen(function* () {
      const refusal = (path: string, body: unknown) =>
        Effect.map(ask(path, body), (response) => {
          const { code, details, message, trace_id } = response.body as Record<string, unknown>
          assert.deepStrictEqual([code, typeof message, typeof trace_id], [response.status, "string", "string"])
          return [response.status, (details as { readonly type: string }).type]
        })
      const details = "state/entity/details"
      const many = Array.from({ length: 21 }, (_, n) => addressOf(ed25519Key(`${n}`)))
      assert.deepStrictEqual(yield* refusal(details, { addresses: many }), [400, "InvalidRequestError"])
      assert.strictEqual((yield* ask(details, { addresses: many.slice(1) })).status, 200)
      for (const body of [undefined, null, [], "x", {}, { addresses: [] }, { addresses: [1] }]) {
        assert.deepStrictEqual(yield* refusal(details, body), [400, "InvalidRequestError"])
      }
      for (const address of ["", "x", addressOf(ada, "account", 1), addressOf(ada).toUpperCase()]) {
        assert.deepStrictEqual(yield* refusal(details, { addresses: [address] }), [400, "InvalidEntityError"])
        assert.deepStrictEqual(yield* refusal("state/entity/page/metadata", { address }), [400, "InvalidEntityError"])
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("has no other paths", () =>
    Effect.gen(function* () {
      for (const path of ["", "constructor", "transaction", "__proto__", "state/entity/details/x"]) {
        assert.strictEqual((yield* ask(path, {})).status, 404)
      }
    }).pipe(Effect.provide(world))
  )
})
