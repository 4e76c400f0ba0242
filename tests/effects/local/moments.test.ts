/** The local gateway at other moments, transaction details, links, and its errors. */
import { assert, describe, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, TestClock } from "effect"
import { Faults } from "~/effects/local/Faults.server"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { LocalGateway } from "~/effects/local/LocalGateway.server"
import { buildIntentV1, encodeTransaction, notarizeV1, plaintext, signV1 } from "~/ledger/index"
import { compiled, notary } from "../../ledger/signing"
import { ADA, ada, FAUCET, faucetPayload, freeManifest, harbour, payloadFor, XRD } from "../chain/ledger/transactions"
import { world } from "./world"

const ask = (path: string, body: object) =>
  Effect.map(
    Effect.flatMap(LocalGateway, (gateway) => gateway.respond(path, body)),
    ({ body: reply, status }) => ({ status, reply: reply as Record<string, unknown> })
  )
const submit = (payload: Uint8Array) =>
  Effect.zipRight(ask("transaction/submit", { notarized_transaction_hex: bytesToHex(payload) }), intentHashOf(payload))
const amountOf = (item: unknown) => (item as { readonly amount: string } | undefined)?.amount
const statusOf = (intent_hash: string) => Effect.map(ask("transaction/status", { intent_hash }), ({ reply }) => reply)

describe("the local gateway at a moment", () => {
  const balanceAt = (at_ledger_state: object) =>
    Effect.map(ask("state/entity/page/fungibles/", { address: ADA, at_ledger_state }), ({ reply, status }) =>
      status === 200
        ? [
            (reply.ledger_state as { readonly state_version: number }).state_version,
            amountOf((reply.items as ReadonlyArray<unknown>)[0])
          ]
        : status
    )

  /** A gift at 0, 600 and 1200 seconds: versions 2, 3, 4 in epochs 0, 2, 4. */
  const three = Effect.gen(function* () {
    yield* submit(faucetPayload())
    yield* TestClock.adjust("10 minutes")
    yield* submit(faucetPayload())
    yield* TestClock.adjust("10 minutes")
    yield* submit(faucetPayload())
    yield* TestClock.adjust("10 minutes")
  })

  it.effect("returns the last state not later than a time, an epoch or a round", () =>
    Effect.gen(function* () {
      yield* three
      assert.deepStrictEqual(yield* balanceAt({ timestamp: "1970-01-01T00:00:01Z" }), [2, "10000"])
      assert.deepStrictEqual(yield* balanceAt({ timestamp: "1970-01-01T00:09:59.999Z" }), [2, "10000"])
      assert.deepStrictEqual(yield* balanceAt({ timestamp: "1970-01-01T00:10:00Z" }), [3, "20000"])
      assert.deepStrictEqual(yield* balanceAt({ timestamp: "1970-01-01T00:29:00Z" }), [4, "30000"])
      assert.deepStrictEqual(yield* balanceAt({ epoch: 2 }), [2, "10000"])
      assert.deepStrictEqual(yield* balanceAt({ epoch: 2, round: 1 }), [3, "20000"])
      assert.deepStrictEqual(yield* balanceAt({ epoch: 3 }), [3, "20000"])
      assert.deepStrictEqual(yield* balanceAt({ epoch: 5, round: 9 }), [4, "30000"])
    }).pipe(Effect.provide(world))
  )

  it.effect("refuses moments before the ledger began, after now and in an unknown form", () =>
    Effect.gen(function* () {
      yield* three
      for (const bad of [
        { timestamp: "1969-12-31T23:59:59Z" },
        { timestamp: "1970-01-02T00:00:00Z" },
        { timestamp: "yesterday" },
        { round: 3 },
        { state_version: 5 },
        { state_version: -1 }
      ]) {
        assert.strictEqual(yield* balanceAt(bad), 400, JSON.stringify(bad))
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("starts a stream at the first version not earlier", () =>
    Effect.gen(function* () {
      yield* three
      const versions = (from_ledger_state: object) =>
        Effect.map(ask("stream/transactions", { order: "Asc", from_ledger_state }), ({ reply }) =>
          (reply.items as ReadonlyArray<{ readonly state_version: number }>).map(({ state_version }) => state_version)
        )
      assert.deepStrictEqual(yield* versions({ timestamp: "1970-01-01T00:10:00Z" }), [3, 4])
      assert.deepStrictEqual(yield* versions({ timestamp: "1970-01-01T00:10:01Z" }), [4])
      assert.deepStrictEqual(yield* versions({ epoch: 2 }), [3, 4])
      assert.deepStrictEqual(yield* versions({ state_version: 5 }), [])
      const filtered = yield* ask("stream/transactions", { accounts_with_manifest_owner_method_calls_filter: [ADA] })
      assert.deepStrictEqual(
        [filtered.status, (filtered.reply.details as { type: string }).type],
        [400, "InvalidRequestError"]
      )
    }).pipe(Effect.provide(world))
  )
})

describe("a transaction on the local gateway", () => {
  it.effect("waits where required, and is committed once its time has come", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(Faults, (faults) => faults.change({ nextTransaction: "Pending" }))
      const payload = faucetPayload()
      const hash = yield* submit(payload)
      assert.deepInclude(yield* statusOf(hash), { status: "Pending", intent_status: "Pending", known_payloads: [] })
      const again = yield* ask("transaction/submit", { notarized_transaction_hex: bytesToHex(payload) })
      assert.deepStrictEqual(again.reply, { duplicate: true })
      assert.strictEqual((yield* ask("transaction/committed-details", { intent_hash: hash })).status, 404)
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(yield* statusOf(hash), { status: "CommittedSuccess", committed_state_version: 2 })
    }).pipe(Effect.provide(world))
  )

  it.effect("shows its manifest, its message and what it created, when requested", () =>
    Effect.gen(function* () {
      const header = {
        networkId: 2,
        startEpoch: 0n,
        endEpoch: 10n,
        nonce: 7,
        notaryPublicKey: notary.publicKey,
        notaryIsSignatory: false,
        tipPercentage: 0
      }
      const intent = buildIntentV1(header, compiled(freeManifest(), "v1"), plaintext("Welcome aboard"))
      const said = yield* submit(
        encodeTransaction({ kind: "notarizedV1", body: notarizeV1(signV1(intent, [ada]), notary) })
      )
      const opt_ins = { manifest_instructions: true, receipt_state_changes: true }
      const details = (intent_hash: string, more: object = { opt_ins }) =>
        Effect.map(
          ask("transaction/committed-details", { intent_hash, ...more }),
          ({ reply }) => reply.transaction as Record<string, unknown>
        )
      const reported = yield* details(said)
      assert.deepStrictEqual(reported.message, {
        type: "Plaintext",
        mime_type: "text/plain",
        content: { type: "String", value: "Welcome aboard" }
      })
      assert.include(String(reported.manifest_instructions), `Address("${FAUCET}")\n    "free"`)
      assert.isUndefined((yield* details(said, {})).manifest_instructions)

      const founded = yield* details(yield* submit(payloadFor(harbour)))
      const made = (
        founded.receipt as { state_updates: { new_global_entities: ReadonlyArray<{ entity_type: string }> } }
      ).state_updates.new_global_entities
      assert.sameMembers(
        made.map(({ entity_type }) => entity_type),
        ["GlobalNonFungibleResource", "GlobalFungibleResource", "GlobalAccount", "GlobalAccountLocker"]
      )
    }).pipe(Effect.provide(world))
  )
})

describe("refusals of the local gateway", () => {
  it.effect("name the field, the address or the hash, and the kind of problem", () =>
    Effect.gen(function* () {
      const stranger = "account_rdx12y6nfc7e8zv0pvyx2y9nzs8n7fy4nzkdgzsvjxl4vtxq0q0qqqqqqq"
      const nothing = "resource_tdx_2_1t5qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
      const tooMany = Array.from({ length: 21 }, () => XRD)
      const cases: ReadonlyArray<readonly [string, object, number, string]> = [
        ["state/entity/details", { addresses: tooMany }, 400, "InvalidRequestError"],
        ["state/entity/details", { addresses: [] }, 400, "InvalidRequestError"],
        ["state/entity/details", { addresses: [stranger] }, 400, "InvalidEntityError"],
        ["state/entity/page/fungibles", { address: ADA, limit_per_page: 101 }, 400, "InvalidRequestError"],
        ["state/entity/page/fungibles", { address: ADA, cursor: "x" }, 400, "InvalidRequestError"],
        ["state/non-fungible/data", { resource_address: XRD, non_fungible_ids: ["#1#"] }, 404, "EntityNotFoundError"],
        [
          "state/account-locker/page/vaults",
          { locker_address: ADA, account_address: ADA },
          404,
          "AccountLockerNotFoundError"
        ],
        ["transaction/status", { intent_hash: "txid_tdx_2_1x" }, 400, "InvalidRequestError"],
        ["transaction/submit", { notarized_transaction_hex: "4d" }, 400, "InvalidTransactionError"],
        ["extensions/resource-holders/page", { resource_address: nothing }, 400, "InvalidEntityError"]
      ]
      for (const [path, body, status, type] of cases) {
        const { reply, status: got } = yield* ask(path, body)
        assert.deepStrictEqual([got, (reply.details as { readonly type: string }).type], [status, type], path)
        assert.hasAllKeys(reply, ["message", "code", "details", "trace_id"])
      }
    }).pipe(Effect.provide(world))
  )
})
