import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, TestClock } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn, textsIn } from "~/effects/chain/ledger/metadata"
import { Faults } from "~/effects/local/Faults.server"
import { intentHashOf } from "~/effects/local/gateway/failOnPurpose.server"
import { encodeTransaction, ONE, subintentHash, Templates, writeAddress, writeHash } from "~/ledger/index"
import { asAccount, asLocker, asResource } from "../../../addresses"
import { accountOf, signedPartial, signedV1, signedV2, signer } from "../../../ledger/signing"
import { ADA, ada, FAUCET, faucetPayload, freeManifest, harbour, payloadFor, payloadOf, XRD } from "./transactions"
import { ledgerWorld } from "./world"

const ben = signer(13)
const BEN = accountOf(ben)

const byBen = (text: string) =>
  encodeTransaction({
    kind: "notarizedV1",
    body: signedV1(`CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");${text}`, [ben])
  })

/** Submits, and returns what the ledger reports. */
const commit = (payload: Uint8Array) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    yield* ledger.submit(payload)
    const { transaction } = yield* ledger.committedDetails(yield* intentHashOf(payload))
    assert.strictEqual(
      transaction.status,
      "CommittedSuccess",
      Option.getOrElse(transaction.error, () => "")
    )
    return transaction
  })

const founded = Effect.gen(function* () {
  yield* commit(faucetPayload())
  const transaction = yield* commit(payloadFor(harbour))
  const made = (type: string) => transaction.created.find((each) => each.type === type)?.address ?? type
  return {
    transaction,
    badge: asResource(made("GlobalNonFungibleResource")),
    token: asResource(made("GlobalFungibleResource")),
    treasury: asAccount(made("GlobalAccount")),
    locker: asLocker(made("GlobalAccountLocker"))
  }
})

describe("Ledger, on the local gateway", () => {
  it.effect("confirms a transaction from its own bytes: its state, its changes and its events", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const payload = faucetPayload()
      const hash = yield* intentHashOf(payload)
      assert.deepInclude(yield* ledger.status(hash), { status: "Unknown", isFinal: false, stateVersion: Option.none() })
      assert.deepStrictEqual(yield* ledger.submit(payload), { isDuplicate: false })
      assert.deepStrictEqual(yield* ledger.submit(payload), { isDuplicate: true })
      const state = yield* ledger.status(hash)
      assert.deepInclude(state, { status: "CommittedSuccess", isFinal: true, stateVersion: Option.some(2) })
      assert.deepStrictEqual(state.time, { stateVersion: 2, at: "1970-01-01T00:00:00.000Z", isFresh: true })

      const { transaction } = yield* ledger.committedDetails(hash)
      assert.deepStrictEqual(transaction.fungibleChanges, [
        { entity: FAUCET, resource: XRD, change: AmountText.make("-10000") },
        { entity: ADA, resource: XRD, change: AmountText.make("10000") }
      ])
      const [root] = Option.getOrThrow(transaction.intents)
      assert.strictEqual(root?.hash, hash)
      assert.deepStrictEqual(
        root?.manifest.instructions.map(({ args, name }) => [name, args[1]?.kind === "String" ? args[1].value : ""]),
        [
          ["CALL_METHOD", "lock_fee"],
          ["CALL_METHOD", "free"],
          ["CALL_METHOD", "try_deposit_batch_or_abort"]
        ]
      )
      const unknown = `${hash.slice(0, -1)}${hash.endsWith("q") ? "p" : "q"}`
      assert.strictEqual((yield* Effect.flip(ledger.committedDetails(unknown)))._tag, "LedgerRefused")
    }).pipe(Effect.provide(ledgerWorld))
  )

  it.effect("reports a failure with its reason, a rejection, and a pending transaction", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const failing = payloadOf(freeManifest().replace('"free"', '"flee"'))
      yield* ledger.submit(failing)
      const { transaction } = yield* ledger.committedDetails(yield* intentHashOf(failing))
      assert.include(Option.getOrThrow(transaction.error), "not in the local subset")
      const payload = faucetPayload()
      yield* Effect.flatMap(Faults, (faults) => faults.change({ nextTransaction: "Pending" }))
      yield* ledger.submit(payload)
      const waiting = yield* ledger.status(yield* intentHashOf(payload))
      assert.deepInclude(waiting, { status: "Pending", isFinal: false })
      const broken = yield* Effect.flip(ledger.submit(Uint8Array.of(0x4d, 0x21)))
      assert.strictEqual(broken._tag, "LedgerRefused")
    }).pipe(Effect.provide(ledgerWorld))
  )

  it.effect("reads a community back: its metadata, its access rules, and that both sides name each other", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const { badge, locker, token, transaction, treasury } = yield* founded
      assert.lengthOf(transaction.created, 4)
      const nowhere = writeHash("txid", new Uint8Array(32), 2)
      assert.strictEqual((yield* Effect.flip(ledger.resource(asResource(treasury))))._tag, "UnknownOnLedger")
      const { byAddress, time } = yield* ledger.entityDetails([badge, token, treasury, locker, XRD])
      assert.strictEqual(time.stateVersion, 3)
      assert.deepInclude(
        Option.getOrThrow(Option.flatMap(Option.fromNullable(byAddress.get(locker)), (entity) => entity.details)),
        {
          type: "Component",
          blueprint_name: "AccountLocker",
          two_way_linked_dapp_address: treasury
        }
      )
      const metadata = byAddress.get(treasury)?.metadata ?? new Map()
      assert.strictEqual(textIn(metadata, "app_community_id"), "c-1")
      assert.sameMembers([...textsIn(metadata, "claimed_entities")], [badge, token, locker])
      assert.deepInclude(yield* ledger.resource(token), {
        symbol: "HARB",
        divisibility: 2,
        totalSupply: AmountText.make("1000"),
        isFungible: true
      })
      assert.deepStrictEqual((yield* ledger.itemsHeld(ADA, badge)).ids, ["#1#"])
      assert.deepStrictEqual((yield* ledger.itemsHeld(BEN, badge)).ids, [])
      assert.deepStrictEqual([...(yield* ledger.itemLocations(badge, ["#1#", "#2#"])).owners], [["#1#", ADA]])
      assert.strictEqual(textIn((yield* ledger.metadata(token)).metadata, "symbol"), "HARB")
      assert.strictEqual(Option.getOrThrow((yield* ledger.ownerKeys(ADA)).keys)[0]?.curve, "curve25519")
      // The gateway may lag a moment, so it is asked several times.
      const lost = yield* Effect.fork(Effect.flip(ledger.committedDetails(nowhere)))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(lost))._tag, "UnknownOnLedger")
    }).pipe(Effect.provide(ledgerWorld))
  )

  it.effect("leaves out addresses that the ledger does not know, among many", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const { locker, token } = yield* founded
      const accounts = Array.from({ length: 43 }, (_, index) => accountOf(signer(20 + index)))
      const strange = Option.getOrThrow(writeAddress(Uint8Array.of(0x5d, ...new Uint8Array(29).fill(7)), 2))
      const asked = [...accounts.slice(0, 21), token, ...accounts.slice(21), locker]
      const { byAddress } = yield* ledger.entityDetails(asked)
      assert.strictEqual(byAddress.size, 45)
      const some = yield* ledger.entityDetails([token, strange, locker])
      assert.sameMembers([...some.byAddress.keys()], [token, locker])
      assert.strictEqual((yield* Effect.flip(ledger.resource(asResource(strange))))._tag, "UnknownOnLedger")
      assert.strictEqual((yield* Effect.flip(ledger.entityDetails(["account_rdx1x"])))._tag, "LedgerRefused")
      assert.strictEqual((yield* ledger.entityDetails([])).byAddress.size, 0)
    }).pipe(Effect.provide(ledgerWorld))
  )

  it.effect("reads balances of any number of accounts, now and at a version, and the holders at that version", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const { badge, locker, token, treasury } = yield* founded
      const admin = { account: ADA, badge, id: "#1#" }
      const others = Array.from({ length: 30 }, (_, index) => accountOf(signer(50 + index)))
      const drop = (batchId: string, isDirect: boolean, accounts: ReadonlyArray<AccountAddress>) =>
        commit(
          payloadFor(
            Templates.airdrop({
              admin,
              treasury,
              locker,
              resource: token,
              shares: accounts.map((account) => [account, 3n * ONE]),
              isDirect,
              batchId,
              batchHash: "00"
            })
          )
        )
      yield* drop("one", true, [BEN, ...others])
      yield* drop("two", false, [BEN])
      const moved = yield* commit(
        byBen(`CALL_METHOD Address("${BEN}") "withdraw" Address("${token}") Decimal("3");
          CALL_METHOD Address("${ADA}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`)
      )
      const now = yield* ledger.balancesOf(token, [ADA, BEN, ...others])
      assert.deepStrictEqual([now.byAccount.get(ADA), now.byAccount.get(BEN), now.byAccount.size], ["3", "0", 32])
      const then = yield* ledger.balancesOf(token, [ADA, BEN], moved.stateVersion - 1)
      assert.deepStrictEqual([...then.byAccount.values()], ["0", "3"])
      assert.strictEqual(then.time.stateVersion, moved.stateVersion - 1)
      const kept = yield* ledger.lockerVaults(locker, BEN)
      assert.deepStrictEqual(kept.vaults, [{ resource: token, isFungible: true, amount: "3" }])

      const present = yield* ledger.holders(token)
      assert.strictEqual(present.holders[0]?.address, treasury)
      assert.isFalse(present.holders.some(({ address }) => address === BEN))
      const record = yield* ledger.holders(token, { at: moved.stateVersion - 1, candidates: [BEN, ADA] })
      assert.deepInclude(record.holders, { address: BEN as string, amount: AmountText.make("3") })
      assert.isFalse(record.holders.some(({ address }) => address === ADA))
      assert.deepInclude(yield* ledger.accountTakes(BEN, [token]), { acceptsAll: true, refused: [] })
      const future = yield* Effect.flip(ledger.balancesOf(token, [ADA], 9_999))
      assert.strictEqual(future._tag, "LedgerRefused")
    }).pipe(Effect.provide(ledgerWorld))
  )

  it.effect("previews what would be signed, and what the relayer would send", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      yield* commit(faucetPayload())
      const key = { curve: "curve25519" as const, publicKey: Buffer.from(ada.publicKey.bytes).toString("hex") }
      const pay = `CALL_METHOD Address("${ADA}") "lock_fee" Decimal("5");
        CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("3");
        CALL_METHOD Address("${BEN}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
      const good = yield* ledger.previewManifest(pay, [key])
      assert.strictEqual(good.status, "Succeeded")
      assert.isAbove(Number(good.fee), 0)
      assert.strictEqual((yield* ledger.previewManifest(pay.replace('"3"', '"99999"'), [key])).status, "Failed")

      const order = signedPartial(
        `CALL_METHOD Address("${ADA}") "withdraw" Address("${XRD}") Decimal("1"); YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`,
        [ada]
      )
      const hash = writeHash("subtxid", subintentHash(order.partial.root), 2)
      const root = signedV2(
        `USE_CHILD NamedIntent("c") Intent("${hash}");
         CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
         YIELD_TO_CHILD NamedIntent("c");
         CALL_METHOD Address("${BEN}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
        [order]
      )
      const { intent } = root.signedIntent
      const preview = (...signers: ReadonlyArray<typeof ada>) =>
        encodeTransaction({
          kind: "previewV2",
          body: { intent, signers: [], subintentSigners: [signers.map(({ publicKey }) => publicKey)] }
        })
      assert.strictEqual((yield* ledger.previewV2(preview(ada))).status, "Succeeded")
      assert.strictEqual((yield* ledger.previewV2(preview(ben))).status, "Failed")
      assert.isTrue(Option.isNone((yield* ledger.subintentStatus(hash)).finalizedBy))
      const done = yield* commit(encodeTransaction({ kind: "notarizedV2", body: root }))
      assert.deepStrictEqual(done.subintents, [hash])
      assert.deepStrictEqual(
        Option.getOrThrow(done.intents).map((each) => each.hash),
        [done.intentHash, hash]
      )
      assert.deepStrictEqual(Option.getOrThrow((yield* ledger.subintentStatus(hash)).finalizedBy), {
        intentHash: done.intentHash,
        stateVersion: done.stateVersion
      })
    }).pipe(Effect.provide(ledgerWorld))
  )

  it.effect("tracks transactions that concern an entity, page by page, from a state version on", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const { treasury } = yield* founded
      for (let count = 0; count < 3; count++) yield* commit(faucetPayload())
      const all = yield* ledger.transactions({ from: 0, affected: ADA, limit: 3 })
      assert.deepStrictEqual(
        all.transactions.map(({ stateVersion }) => stateVersion),
        [2, 3, 4]
      )
      const cursor = Option.getOrThrow(all.cursor)
      const rest = yield* ledger.transactions({ from: 0, affected: ADA, limit: 3, cursor })
      assert.deepStrictEqual(
        rest.transactions.map(({ stateVersion }) => stateVersion),
        [5, 6]
      )
      assert.lengthOf((yield* ledger.transactions({ from: 4, affected: treasury })).transactions, 0)
    }).pipe(Effect.provide(ledgerWorld))
  )
})
