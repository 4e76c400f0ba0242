import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Option, TestClock } from "effect"
import { FailedToFetch, type GatewayError } from "~/connector/Errors"
import { Gateway } from "~/connector/Gateway"
import { GatewayConfig } from "~/connector/GatewayConfig"
import { IntentHash, SubintentHash } from "~/connector/gateway/walletReplies"
import { Http, type HttpReply, type HttpRequest } from "~/connector/Http"
import { DAPP, isRunning } from "./world"

const config = Layer.succeed(GatewayConfig, {
  baseUrl: "https://gateway.example",
  applicationName: "Test",
  applicationVersion: "1.0.0",
  dAppDefinitionAddress: DAPP
})

/** A gateway that responds to each call with the next reply, and records the calls. */
const responding = (...replies: ReadonlyArray<HttpReply | "silence" | "offline">) => {
  const asked: Array<HttpRequest> = []
  const http = Layer.succeed(Http, {
    post: (request) => {
      const reply = replies[asked.length] ?? "offline"
      asked.push(request)
      if (reply === "silence") return Effect.never
      return reply === "offline" ? new FailedToFetch({}) : Effect.succeed(reply)
    }
  })
  return { asked, layer: Gateway.layer.pipe(Layer.provide(Layer.merge(config, http))) }
}
const json = (body: unknown, status = 200): HttpReply => ({ status, text: JSON.stringify(body) })
const ask = <A>(
  gateway: { readonly layer: Layer.Layer<Gateway> },
  call: (gateway: Gateway["Type"]) => Effect.Effect<A, GatewayError>
) => Effect.provide(Effect.flatMap(Gateway, call), gateway.layer)

const entity = (items: unknown, more: object = {}) =>
  json({ items: [{ address: "account_a", explicit_metadata: { items }, ...more }] })
const keys = (typed: object) => entity([{ key: "owner_keys", value: { typed } }])
const HASH = "AB".repeat(29)

describe("the gateway", () => {
  it.effect("is called with the caller's name and the query", () => {
    const gateway = responding(json({ status: "Pending", error_message: "no funds", more: 1 }))
    return Effect.gen(function* () {
      const status = yield* ask(gateway, (_) => _.transactionStatus(IntentHash.make("txid_1")))
      assert.deepStrictEqual(status, { status: "Pending", reason: "no funds" })
      assert.deepStrictEqual(gateway.asked, [
        {
          url: "https://gateway.example/transaction/status",
          body: `{"intent_hash":"txid_1"}`,
          headers: {
            "Content-Type": "application/json",
            "RDX-Client-Name": "commonhold-connector",
            "RDX-Client-Version": "2.2.1",
            "RDX-App-Name": "Test",
            "RDX-App-Version": "1.0.0",
            "RDX-App-Dapp-Definition": DAPP
          }
        }
      ])
    })
  })

  it.effect("returns a pre-authorization and the transaction that contains it", () =>
    Effect.gen(function* () {
      const hash = SubintentHash.make("subtxid_1")
      const done = responding(
        json({ subintent_status: "CommittedSuccess", finalized_at_transaction_intent_hash: "txid_p" })
      )
      const status = yield* ask(done, (_) => _.subintentStatus(hash))
      assert.deepStrictEqual(status, {
        status: "CommittedSuccess",
        parentTransactionIntentHash: Option.some("txid_p")
      })
      assert.strictEqual(done.asked[0]?.url, "https://gateway.example/transaction/subintent-status")
      assert.strictEqual(done.asked[0]?.body, `{"subintent_hash":"subtxid_1"}`)
    })
  )

  it.effect("times out after three seconds, as if there were no network", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(
        Effect.flip(ask(responding("silence"), (_) => _.transactionStatus(IntentHash.make("txid_1"))))
      )
      yield* TestClock.adjust("2999 millis")
      assert.isTrue(yield* isRunning(fiber))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "FailedToFetch")
    })
  )

  it.effect("passes on an unknown status", () =>
    Effect.gen(function* () {
      const gateway = responding(json({ status: "Postponed" }))
      assert.deepStrictEqual(yield* ask(gateway, (_) => _.transactionStatus(IntentHash.make("txid_1"))), {
        status: "Postponed"
      })
      const other = responding(json({ subintent_status: "CommittedFailure" }))
      const reported = yield* ask(other, (_) => _.subintentStatus(SubintentHash.make("subtxid_1")))
      assert.strictEqual(reported.status, "Unknown")
    })
  )

  it.effect("distinguishes a refusal with its status and reason from an unreadable response", () =>
    Effect.gen(function* () {
      const refusal = json({ message: "too far behind", details: { type: "NotSyncedUpError" } }, 500)
      const refused = yield* Effect.flip(ask(responding(refusal), (_) => _.status()))
      assert.deepInclude({ ...refused }, { status: 500, reason: "NotSyncedUpError" })
      assert.strictEqual(refused.message, "too far behind")
      const proxy = yield* Effect.flip(ask(responding({ status: 502, text: "<html>" }), (_) => _.status()))
      assert.deepInclude({ ...proxy, tag: proxy._tag }, { status: 502, tag: "RequestStatusNotOk" })
      for (const text of ["<html>", "{}", "null", ""]) {
        const unread = yield* Effect.flip(ask(responding({ status: 200, text }), (_) => _.status()))
        assert.strictEqual(unread._tag, "FailedToParseResponseToJson")
      }
      const offline = yield* Effect.flip(ask(responding("offline"), (_) => _.status()))
      assert.strictEqual(offline._tag, "FailedToFetch")
    })
  )

  it.effect("returns metadata page after page", () => {
    const item = (key: string) => ({ key, value: { typed: { type: "String", value: key } } })
    const gateway = responding(json({ items: [item("a")], next_cursor: "c" }), json({ items: [item("b")] }))
    return Effect.gen(function* () {
      const items = yield* ask(gateway, (_) => _.entityMetadata("account_a"))
      assert.deepStrictEqual(
        items.map((_) => _.key),
        ["a", "b"]
      )
      assert.include(gateway.asked[1]?.body, `"cursor":"c"`)
    })
  })

  it.effect.each([
    [[{ key: "name", value: { typed: { type: "String", value: "Commonhold" } } }], "Commonhold"],
    [[], "Unnamed dApp"],
    [[{ key: "name", value: { typed: { type: "Url", value: "https://a" } } }], "Unnamed dApp"],
    [[{ key: "name", value: { typed: { type: "String", value: " " } } }], "Unnamed dApp"],
    [[{ key: "icon_url", value: { typed: { type: "Url", value: "https://a" } } }], "Unnamed dApp"]
  ] as const)("gives the name of a dApp, or 'Unnamed dApp' without one: %j", ([items, name]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask(responding(json({ items })), (_) => _.dAppName(DAPP)), name)
    })
  )

  describe("owner keys", () => {
    const ownerKeys = (reply: HttpReply | "offline") => ask(responding(reply), (_) => _.ownerKeys("account_a"))

    it.effect("are the hashes on the ledger", () =>
      Effect.gen(function* () {
        const values = [
          { key_hash_type: "EddsaEd25519", hash_hex: HASH },
          { key_hash_type: "EcdsaSecp256k1", hash_hex: "cd".repeat(29) }
        ]
        const gateway = responding(keys({ type: "PublicKeyHashArray", values }))
        const read = yield* ask(gateway, (_) => _.ownerKeys("account_a"))
        assert.deepStrictEqual(
          read,
          Option.some([
            { curve: "curve25519", hash: "ab".repeat(29) } as const,
            { curve: "secp256k1", hash: "cd".repeat(29) } as const
          ])
        )
        assert.strictEqual(
          gateway.asked[0]?.body,
          `{"addresses":["account_a"],"opt_ins":{"explicit_metadata":["owner_keys"]}}`
        )
      })
    )

    it.effect("are none if the ledger was read and contains no such entry", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ownerKeys(entity([])), Option.none())
      })
    )

    it.effect("are an empty list if the ledger says that nobody owns it", () =>
      Effect.gen(function* () {
        const nobody = keys({ type: "PublicKeyHashArray", values: [] })
        assert.deepStrictEqual(yield* ownerKeys(nobody), Option.some([]))
      })
    )

    it.effect.each([
      ["the network is down", "offline"],
      ["the gateway is down", json({}, 503)],
      ["the entity is unknown", json({ message: "no", details: { type: "EntityNotFoundError" } }, 404)],
      ["another entity is answered", json({ items: [{ address: "account_b", explicit_metadata: { items: [] } }] })],
      ["no entity is answered", json({ items: [] })],
      ["the keys were not looked up", json({ items: [{ address: "account_a", metadata: { items: [] } }] })],
      ["the entry has another type", keys({ type: "String", value: HASH })],
      [
        "a hash is no hash",
        keys({ type: "PublicKeyHashArray", values: [{ key_hash_type: "EddsaEd25519", hash_hex: "a" }] })
      ],
      ["a key type is new", keys({ type: "PublicKeyHashArray", values: [{ key_hash_type: "New", hash_hex: HASH }] })],
      ["the list is missing", keys({ type: "PublicKeyHashArray" })]
    ] as const)("are a failure, never none, when %s", ([_, reply]) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(ownerKeys(reply))
        assert.match(error._tag, /^(FailedToFetch|RequestStatusNotOk|FailedToParseResponseToJson)$/)
      })
    )
  })

  it.effect("calls every other endpoint at its own address", () => {
    const ledger_state = { network: "stokenet", state_version: 1, proposer_round_timestamp: "t", epoch: 2, round: 3 }
    const gateway = responding(
      json({ ledger_state, items: [] }),
      json({ ledger_state, items: [{ resource_address: "r", amount: "0.1" }] }),
      json({ ledger_state, non_fungible_ids: [] }),
      json({ duplicate: true }),
      json({ receipt: {} }),
      json({ ledger_state })
    )
    return Effect.gen(function* () {
      const api = yield* Gateway
      yield* api.entityDetails(["a"], { aggregation_level: "Vault" })
      const page = yield* api.entityFungibles("a", { cursor: "c" })
      yield* api.nonFungibleData("r", ["#1#"])
      assert.isTrue(yield* api.submit("00"))
      yield* api.preview({ manifest: "m" })
      assert.strictEqual((yield* api.construction()).epoch, 2)
      assert.strictEqual(page.items[0]?.amount, "0.1")
      assert.deepStrictEqual(
        gateway.asked.map(({ url }) => url.replace("https://gateway.example", "")),
        [
          "/state/entity/details",
          "/state/entity/page/fungibles/",
          "/state/non-fungible/data",
          "/transaction/submit",
          "/transaction/preview",
          "/transaction/construction"
        ]
      )
    }).pipe(Effect.provide(gateway.layer))
  })
})

it.effect(
  "the gateway uses a configured time limit instead of three seconds, and calls a dApp without a name Unknown",
  () =>
    Effect.gen(function* () {
      const asked: Array<HttpRequest> = []
      const nameless = { baseUrl: "", applicationName: "", applicationVersion: "", dAppDefinitionAddress: DAPP }
      const post = (request: HttpRequest) => Effect.zipRight(Effect.succeed(asked.push(request)), Effect.never)
      const patient = Gateway.layer.pipe(
        Layer.provide(Layer.succeed(Http, { post })),
        Layer.provide(Layer.succeed(GatewayConfig, { ...nameless, timeout: Duration.seconds(10) }))
      )
      const fiber = yield* Effect.fork(
        Effect.flip(ask({ layer: patient }, (_) => _.transactionStatus(IntentHash.make("txid_1"))))
      )
      yield* TestClock.adjust("9 seconds")
      assert.isTrue(yield* isRunning(fiber))
      assert.include(asked[0]?.headers, { "RDX-App-Name": "Unknown", "RDX-App-Version": "Unknown" })
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "FailedToFetch")
    })
)
