import { assert, describe, it } from "@effect/vitest"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { Gateway, IntentHash, SubintentHash } from "~/connector/index"
import { Faults } from "~/effects/local/Faults.server"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { LocalGateway } from "~/effects/local/LocalGateway.server"
import { encodeTransaction, subintentHash, writeHash } from "~/ledger/index"
import { signedPartial, signedV2, signer } from "../../ledger/signing"
import { ADA, ada, FAUCET, faucetPayload, freeManifest, payloadOf, XRD } from "../chain/ledger/transactions"
import { client } from "./world"

const submitted = (payload: Uint8Array) =>
  Effect.gen(function* () {
    const gateway = yield* Gateway
    const intentHash = IntentHash.make(yield* intentHashOf(payload))
    const isDuplicate = yield* gateway.submit(bytesToHex(payload))
    return { intentHash, isDuplicate, status: (yield* gateway.transactionStatus(intentHash)).status }
  })

const raw = (path: string, body: object) =>
  Effect.map(
    Effect.flatMap(LocalGateway, (gateway) => gateway.respond(path, body)),
    ({ body: reply, status }) => ({ status, reply: reply as Record<string, unknown> })
  )

const OTHER = "account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa"
const allDetails = { balance_changes: true, raw_hex: true, affected_global_entities: true, receipt_events: true }

describe("transactions through the gateway, read by the connector", () => {
  it.effect("are committed once, and detailed in full when requested", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      const payload = faucetPayload()
      const unknown = IntentHash.make(yield* intentHashOf(payload))
      assert.strictEqual((yield* gateway.transactionStatus(unknown)).status, "Unknown")
      const first = yield* submitted(payload)
      assert.deepInclude(first, { isDuplicate: false, status: "CommittedSuccess" })
      assert.deepInclude(yield* submitted(payload), { isDuplicate: true, status: "CommittedSuccess" })

      const { transaction } = yield* gateway.committedDetails(first.intentHash, { opt_ins: allDetails })
      assert.deepInclude(transaction, {
        state_version: 2,
        transaction_status: "CommittedSuccess",
        intent_hash: first.intentHash,
        raw_hex: bytesToHex(payload)
      })
      assert.deepInclude(transaction.balance_changes, {
        fungible_balance_changes: [
          { entity_address: FAUCET, resource_address: XRD, balance_change: "-10000" },
          { entity_address: ADA, resource_address: XRD, balance_change: "10000" }
        ]
      })
      assert.include(transaction.affected_global_entities ?? [], ADA)
      const plain = yield* gateway.committedDetails(first.intentHash)
      assert.isUndefined(plain.transaction.raw_hex)
      assert.isUndefined(plain.transaction.balance_changes)
    }).pipe(Effect.provide(client))
  )

  it.effect("fail with their reason, or are rejected and leave nothing", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      const failed = yield* submitted(payloadOf(freeManifest().replace('"free"', '"flee"')))
      assert.strictEqual(failed.status, "CommittedFailure")
      const { transaction } = yield* gateway.committedDetails(failed.intentHash)
      assert.include(transaction.error_message, "flee is not in the local subset")
      assert.notStrictEqual(transaction.fee_paid, "0")
      const rejected = yield* submitted(payloadOf("DROP_ALL_PROOFS;"))
      assert.strictEqual(rejected.status, "Rejected")
      const missing = yield* Effect.flip(gateway.committedDetails(rejected.intentHash))
      assert.deepInclude(missing, { _tag: "RequestStatusNotOk", status: 404, reason: "TransactionNotFoundError" })
      const nonsense = yield* Effect.flip(gateway.submit("4d21"))
      assert.deepInclude(nonsense, { _tag: "RequestStatusNotOk", status: 400, reason: "InvalidTransactionError" })
    }).pipe(Effect.provide(client))
  )

  it.effect("fail on command, once, as the faults say", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      const faults = yield* Faults
      yield* faults.change({ nextTransaction: "CommittedFailure" })
      const failed = yield* submitted(faucetPayload())
      assert.strictEqual(failed.status, "CommittedFailure")
      const { transaction } = yield* gateway.committedDetails(failed.intentHash, { opt_ins: allDetails })
      assert.include(transaction.error_message, "on purpose")
      // Found under the payer of its fee, as any other.
      assert.deepStrictEqual(transaction.affected_global_entities, [FAUCET])
      yield* faults.change({ nextTransaction: "Rejected" })
      assert.strictEqual((yield* submitted(faucetPayload())).status, "Rejected")
      assert.strictEqual((yield* submitted(faucetPayload())).status, "CommittedSuccess")
      const { items } = yield* gateway.entityFungibles(ADA)
      assert.strictEqual(items[0]?.amount, "10000")
    }).pipe(Effect.provide(client))
  )

  it.effect("stay committed when submitted again, and leave the fault to the next one", () =>
    Effect.gen(function* () {
      const faults = yield* Faults
      const payload = faucetPayload()
      yield* submitted(payload)
      for (const nextTransaction of ["CommittedFailure", "Rejected", "Pending"] as const) {
        yield* faults.change({ nextTransaction })
        assert.deepInclude(yield* submitted(payload), { isDuplicate: true, status: "CommittedSuccess" })
        assert.strictEqual(yield* faults.takeNextTransaction, nextTransaction)
      }
    }).pipe(Effect.provide(client))
  )

  it.effect("finalize a subintent, whose status names the transaction that contains it", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      const child = signedPartial(
        `CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("1"); YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`,
        [ada]
      )
      const hash = writeHash("subtxid", subintentHash(child.partial.root), 2)
      assert.strictEqual((yield* gateway.subintentStatus(SubintentHash.make(hash))).status, "Unknown")
      yield* submitted(faucetPayload())
      const root = signedV2(
        `USE_CHILD NamedIntent("c") Intent("${hash}");
         CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
         YIELD_TO_CHILD NamedIntent("c");
         CALL_METHOD Address("${OTHER}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
        [child]
      )
      const done = yield* submitted(encodeTransaction({ kind: "notarizedV2", body: root }))
      assert.strictEqual(done.status, "CommittedSuccess")
      const { parentTransactionIntentHash, status } = yield* gateway.subintentStatus(SubintentHash.make(hash))
      assert.deepStrictEqual(
        [status, Option.getOrNull(parentTransactionIntentHash)],
        ["CommittedSuccess", done.intentHash]
      )
    }).pipe(Effect.provide(client))
  )

  it.effect("can be previewed for signers that have not signed", () =>
    Effect.gen(function* () {
      const gateway = yield* Gateway
      yield* submitted(faucetPayload())
      const manifest = `CALL_METHOD Address("${ADA}") "lock_fee" Decimal("5");
        CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("3");
        CALL_METHOD Address("${OTHER}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
      const key = { key_type: "EddsaEd25519", key_hex: bytesToHex(ada.publicKey.bytes) }
      const asAda = yield* gateway.preview({ manifest, signer_public_keys: [key] })
      assert.deepInclude(asAda.receipt, { status: "Succeeded" })
      assert.include(JSON.stringify(asAda.resource_changes), '"-3"')
      const stranger = { key_type: "EddsaEd25519", key_hex: bytesToHex(signer(99).publicKey.bytes) }
      assert.deepInclude((yield* gateway.preview({ manifest, signer_public_keys: [stranger] })).receipt, {
        status: "Rejected"
      })
      const broken = yield* Effect.flip(gateway.preview({ manifest: "NONSENSE;" }))
      assert.deepInclude(broken, { _tag: "RequestStatusNotOk", status: 400, reason: "InvalidTransactionError" })

      const { intent } = signedV2(manifest.replaceAll("\n", " "), []).signedIntent
      const compiled = encodeTransaction({
        kind: "previewV2",
        body: { intent, signers: [ada.publicKey], subintentSigners: [] }
      })
      const response = yield* raw("transaction/preview-v2", {
        preview_transaction: { type: "Compiled", preview_transaction_hex: bytesToHex(compiled) }
      })
      assert.deepInclude(response.reply, { at_ledger_state_version: 2 })
      assert.deepInclude(response.reply.receipt, { status: "Succeeded" })
      assert.strictEqual((yield* gateway.status()).ledger_state.state_version, 2)
    }).pipe(Effect.provide(client))
  )

  it.effect("are listed in the stream, newest first, a page at a time, by affected entity", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 3; count++) yield* submitted(faucetPayload())
      const versions = (body: object) =>
        Effect.map(raw("stream/transactions", body), ({ reply }) => ({
          seen: (reply.items as ReadonlyArray<{ readonly state_version: number }>).map((item) => item.state_version),
          next: reply.next_cursor
        }))
      assert.deepStrictEqual((yield* versions({})).seen, [4, 3, 2])
      assert.deepStrictEqual((yield* versions({ order: "Asc", from_ledger_state: { state_version: 3 } })).seen, [3, 4])
      assert.deepStrictEqual((yield* versions({ at_ledger_state: { state_version: 2 } })).seen, [2])
      assert.deepStrictEqual((yield* versions({ affected_global_entities_filter: [OTHER] })).seen, [])
      const first = yield* versions({ limit_per_page: 2 })
      assert.deepStrictEqual(first.seen, [4, 3])
      assert.deepStrictEqual((yield* versions({ limit_per_page: 2, cursor: first.next })).seen, [2])
      for (const bad of [{ limit_per_page: 101 }, { cursor: "?" }, { at_ledger_state: { state_version: 9 } }]) {
        assert.strictEqual((yield* raw("stream/transactions", bad)).status, 400)
      }
    }).pipe(Effect.provide(client))
  )
})
