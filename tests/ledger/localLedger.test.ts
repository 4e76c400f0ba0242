import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Schema, TestClock } from "effect"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { encodeTransaction, LedgerStore, LocalLedger, type RowOf, rowKey, TABLES, wellKnown } from "~/ledger/index"
import { accountOf, signedPartial, signedV1, signedV2, signer } from "./signing"

const ada = signer(12)
const ADA = accountOf(ada)
const FAUCET = wellKnown("faucet", 2)
const XRD = wellKnown("xrd", 2)

const free = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
  CALL_METHOD Address("${FAUCET}") "free";
  CALL_METHOD Address("${ADA}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
const payload = (text: string, window = {}) =>
  encodeTransaction({ kind: "notarizedV1", body: signedV1(text, [ada], window) })

const Live = LocalLedger.Default.pipe(Layer.provideMerge(LedgerStore.layerMemory))
const balanceKey = rowKey("balance", `${ADA}/${XRD}`)
const amountOf = (json: string): RowOf<"balance">["amount"] => Schema.decodeSync(TABLES.balance)(json).amount

describe("LocalLedger", () => {
  it.effect("commits a transaction, stores its receipt, and recognises it when it is submitted again", () =>
    Effect.gen(function* () {
      const ledger = yield* LocalLedger
      const bytes = payload(free)
      const first = yield* ledger.submit(bytes)
      assert.deepInclude(first, { status: "CommittedSuccess", isDuplicate: false })
      const again = yield* ledger.submit(bytes)
      assert.deepStrictEqual(again, { ...first, isDuplicate: true })
      const receipt = Option.getOrThrow(yield* ledger.receipt(first.intentHash))
      assert.deepInclude(receipt, { version: 2, status: "CommittedSuccess", intentHash: first.intentHash })
      assert.deepInclude(receipt.balances, {
        holder: ADA,
        resource: XRD,
        amount: 10_000n * 10n ** 18n,
        added: [],
        removed: []
      })
      assert.include(receipt.affected, ADA)
      assert.strictEqual((yield* ledger.state).version, 2)
      assert.isTrue(Option.isNone(yield* ledger.receipt("txid_tdx_2_1nothing")))
    }).pipe(Effect.provide(Live))
  )

  it.effect("records a failure with its reason and fee, and a rejection outside the ledger", () =>
    Effect.gen(function* () {
      const ledger = yield* LocalLedger
      const failed = yield* ledger.submit(payload(free.replace('"free"', '"flee"')))
      assert.deepInclude(failed, { status: "CommittedFailure", isDuplicate: false })
      assert.include(failed.error, "flee is not in the local subset")
      assert.deepInclude(Option.getOrThrow(yield* ledger.receipt(failed.intentHash)), {
        status: "CommittedFailure",
        created: [],
        balances: []
      })
      const rejected = yield* ledger.submit(payload("DROP_ALL_PROOFS;"))
      assert.deepInclude(rejected, { status: "PermanentlyRejected" })
      assert.deepStrictEqual(yield* ledger.rejection(rejected.intentHash), Option.some("the fee was not locked"))
      assert.strictEqual((yield* ledger.state).version, 2)
    }).pipe(Effect.provide(Live))
  )

  it.effect("refuses bytes that are not a transaction, or whose window has passed", () =>
    Effect.gen(function* () {
      const ledger = yield* LocalLedger
      assert.strictEqual((yield* Effect.flip(ledger.submit(Uint8Array.of(1, 2, 3))))._tag, "TransactionError")
      const partial = encodeTransaction({ kind: "signedPartial", body: signedPartial("YIELD_TO_PARENT;", []) })
      assert.include((yield* Effect.flip(ledger.submit(partial))).message, "only a notarized transaction")
      const bytes = payload(free, { endEpoch: 2n })
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual((yield* ledger.state).epoch, 1)
      yield* ledger.advance(1)
      assert.deepInclude(yield* ledger.state, { epoch: 2, now: 600 })
      assert.include((yield* Effect.flip(ledger.submit(bytes))).message, "was valid until epoch 2")
      assert.include(Option.getOrThrow(yield* ledger.rejection(yield* intentHashOf(bytes))), "was valid until epoch 2")
    }).pipe(Effect.provide(Live))
  )

  it.effect("reads rows as of any version", () =>
    Effect.gen(function* () {
      const ledger = yield* LocalLedger
      const store = yield* LedgerStore
      yield* ledger.submit(payload(free))
      yield* ledger.submit(payload(free))
      const at = (version?: number) =>
        Effect.map(
          store.read(balanceKey, version),
          Option.map(({ json }) => amountOf(json) / 10n ** 18n)
        )
      assert.isTrue(Option.isNone(yield* at(1)))
      assert.deepStrictEqual(yield* at(2), Option.some(10_000n))
      assert.deepStrictEqual(yield* at(3), Option.some(20_000n))
      assert.deepStrictEqual(yield* at(), Option.some(20_000n))
      assert.strictEqual(Option.getOrThrow(yield* store.read(balanceKey, 9)).version, 3)
    }).pipe(Effect.provide(Live))
  )

  it.effect("continues from a store that another ledger wrote, and both see each other's transactions", () =>
    Effect.gen(function* () {
      const store = yield* LedgerStore
      const open = Effect.provide(LocalLedger, LocalLedger.Default).pipe(Effect.provideService(LedgerStore, store))
      const one = yield* open
      const first = yield* one.submit(payload(free))
      yield* one.advance(300)
      const other = yield* open
      assert.isTrue(Option.isSome(yield* other.receipt(first.intentHash)))
      assert.strictEqual((yield* other.state).now, 300)
      yield* other.submit(payload(free))
      const third = yield* one.submit(payload(free))
      assert.strictEqual(Option.getOrThrow(yield* other.receipt(third.intentHash)).version, 5)
      const row = Option.getOrThrow(yield* store.read(balanceKey))
      assert.strictEqual(amountOf(row.json), 30_000n * 10n ** 18n)
    }).pipe(Effect.provide(LedgerStore.layerMemory))
  )

  it.effect("handles concurrent submissions one after the other", () =>
    Effect.gen(function* () {
      const ledger = yield* LocalLedger
      const done = yield* Effect.all(
        Array.from({ length: 8 }, () => ledger.submit(payload(free))),
        { concurrency: "unbounded" }
      )
      assert.isTrue(done.every(({ status }) => status === "CommittedSuccess"))
      assert.strictEqual((yield* ledger.state).version, 9)
    }).pipe(Effect.provide(Live))
  )

  it.effect("previews without changing anything, for signers that have not signed", () =>
    Effect.gen(function* () {
      const ledger = yield* LocalLedger
      yield* ledger.submit(payload(free))
      const text = `CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("1");
        CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
        CALL_METHOD Address("${ADA}") "deposit_batch" Expression("ENTIRE_WORKTOP");`
      const { intent } = signedV2(text, []).signedIntent
      const asAda = yield* ledger.preview({ intent, signers: [ada.publicKey], subintentSigners: [] })
      assert.strictEqual(asAda.status, "CommittedSuccess")
      const asNobody = yield* ledger.preview({ intent, signers: [], subintentSigners: [] })
      assert.strictEqual(asNobody.status, "PermanentlyRejected")
      const flags = { assumeAllSignatures: true, useFreeCredit: true }
      const assumed = yield* ledger.preview({ intent, signers: [], subintentSigners: [] }, flags)
      assert.deepInclude(assumed, { status: "CommittedSuccess", feeShares: [] })
      assert.strictEqual((yield* ledger.state).version, 2)
    }).pipe(Effect.provide(Live))
  )
})

describe("LedgerStore.layerMemory", () => {
  it.effect("refuses a version that exists or leaves a gap", () =>
    Effect.gen(function* () {
      const store = yield* LedgerStore
      yield* store.append(1, [{ key: "a/1", json: "1" }])
      for (const version of [0, 1, 3]) {
        assert.strictEqual((yield* Effect.flip(store.append(version, [])))._tag, "VersionTaken")
      }
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(store.append(2, []))))
      assert.strictEqual(yield* store.version, 2)
    }).pipe(Effect.provide(LedgerStore.layerMemory))
  )

  it.effect("scans keys in order at a version, page by page, without deleted ones", () =>
    Effect.gen(function* () {
      const store = yield* LedgerStore
      const row = (key: string, json: string | null) => ({ key, json })
      yield* store.append(1, [row("a/2", "2"), row("a/1", "1"), row("b/1", "x"), row("a/3", "3")])
      yield* store.append(2, [row("a/2", null), row("a/4", "4")])
      const keys = (options = {}) => Effect.map(store.scan("a/", options), (rows) => rows.map(({ key }) => key).join())
      assert.strictEqual(yield* keys(), "a/1,a/3,a/4")
      assert.strictEqual(yield* keys({ at: 1 }), "a/1,a/2,a/3")
      assert.strictEqual(yield* keys({ limit: 2 }), "a/1,a/3")
      assert.strictEqual(yield* keys({ after: "a/3" }), "a/4")
      assert.deepStrictEqual(yield* store.changedSince(1), [row("a/2", null), row("a/4", "4")])
    }).pipe(Effect.provide(LedgerStore.layerMemory))
  )
})
