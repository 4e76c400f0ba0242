import { assert, describe, it } from "@effect/vitest"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Deferred, Effect, Either, Layer, Option, Queue } from "effect"
import { Gateway, IntentHash, type WalletResponse } from "~/connector/index"
import { Faults } from "~/effects/local/Faults.server"
import {
  decodeTransaction,
  parseAmount,
  renderManifest,
  shortCode,
  signerOf,
  signerOfSignature,
  subintentHash,
  Templates,
  wellKnown,
  writeHash
} from "~/ledger/index"
import type { Question } from "~/practice/ask"
import { mountEndpoint } from "~/practice/door"
import { keysOf, Vault } from "~/practice/keys"
import { Person } from "~/practice/Person"
import { practiceWallet } from "~/practice/wallet"
import { client } from "../effects/local/world"

const SECRET = "11".repeat(32)
const keys = keysOf(hexToBytes(SECRET), 2)
const [MAIN, SAVINGS] = keys.accounts.map(({ address }) => address)
const XRD = wellKnown("xrd", 2)
const person = { givenNames: "Robin", familyName: "Sample", email: "robin@example.org", phone: "+44 20 7946 0018" }

const pay = (amount: string) => `CALL_METHOD Address("${MAIN}") "withdraw" Address("${XRD}") Decimal("${amount}");
CALL_METHOD Address("${SAVINGS}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`

/** A page with the wallet in it, on the local ledger; the person answers in this order. */
const opened = (...replies: ReadonlyArray<boolean>) =>
  Effect.gen(function* () {
    const target = new EventTarget()
    const responses = yield* Queue.unbounded<WalletResponse>()
    const heard: Array<string> = []
    const ready = yield* Deferred.make<void>()
    target.addEventListener("radix#chromeExtension#receive", (event) => {
      const detail = event instanceof CustomEvent ? event.detail : {}
      if ("eventType" in detail) {
        heard.push(detail.eventType)
        // It sends its status unasked, as soon as it listens.
        if (detail.eventType === "extensionStatus") Deferred.unsafeDone(ready, Effect.void)
      } else responses.unsafeOffer(detail)
    })
    const questions: Array<Question> = []
    const holdings: Array<ReadonlyArray<string> | undefined> = []
    const choices = yield* Queue.unbounded<boolean>()
    yield* Queue.offerAll(choices, replies)
    const news = yield* Queue.unbounded<string>()
    const acts = yield* Queue.unbounded<"away" | "tokens">()
    const screen = Layer.succeed(Person, {
      decide: (question) => {
        questions.push(question)
        return Effect.map(Queue.take(choices), (isApproved) =>
          isApproved ? { isApproved, accounts: [], person } : { isApproved }
        )
      },
      showWallet: ({ held }, reported) => {
        holdings.push(held?.get(MAIN ?? ""))
        return Effect.zipRight(Queue.offer(news, reported), Queue.take(acts))
      }
    })
    const door = mountEndpoint(target, () => {})
    yield* practiceWallet({ networkId: 2, origin: "http://127.0.0.1:3000", door }).pipe(
      Effect.provide(Layer.merge(screen, Vault.layerMemory(SECRET, 2))),
      Effect.forkScoped
    )
    yield* Deferred.await(ready)
    const say = (detail: object) => void target.dispatchEvent(new CustomEvent("radix#chromeExtension#send", { detail }))
    let serial = 0
    const request = (items: object) => {
      const interactionId = `request-${++serial}`
      const metadata = { version: 2, networkId: 2, dAppDefinitionAddress: "account_tdx_2_dapp", origin: "x" }
      say({ interactionId, discriminator: "walletInteraction", interaction: { interactionId, items, metadata } })
      return Queue.take(responses)
    }
    const send = (transactionManifest: string, extra: object = {}) =>
      request({ discriminator: "transaction", send: { transactionManifest, version: 1, ...extra } })
    return { acts, heard, holdings, news, questions, request, say, send }
  })

const TOMORROW = 86_400
/** The same ledger, whose clock somebody moved. */
const aDayAhead = Layer.effect(
  Gateway,
  Effect.map(Gateway, (gateway) => ({
    ...gateway,
    construction: () =>
      Effect.map(gateway.construction(), (state) => ({
        ...state,
        proposer_round_timestamp: "1970-01-02T00:00:00.000Z"
      }))
  }))
).pipe(Layer.provide(client))

const statusOf = (response: WalletResponse) => {
  if (response.discriminator !== "success" || response.items.discriminator !== "transaction") {
    return assert.fail(JSON.stringify(response))
  }
  const hash = IntentHash.make(response.items.send.transactionIntentHash)
  return Effect.flatMap(Gateway, (gateway) => Effect.map(gateway.transactionStatus(hash), ({ status }) => status))
}
const balanceOf = (address = "") =>
  Effect.map(
    Effect.flatMap(Gateway, (gateway) => gateway.entityFungibles(address)),
    ({ items }) => items[0]?.amount
  )

/** Asks to sign this subintent, which the person refuses, and returns what they were shown. */
const eventOf = (manifest: string) =>
  Effect.gen(function* () {
    const { questions, request } = yield* opened(false)
    yield* request({
      discriminator: "preAuthorizationRequest",
      request: {
        discriminator: "subintent",
        version: 1,
        manifestVersion: 2,
        subintentManifest: manifest,
        expiration: { discriminator: "expireAfterDelay", expireAfterSeconds: 3600 }
      }
    })
    return questions[0]?.lines.slice(1, -1)
  })

describe("the description of a subintent", () => {
  const units = "resource_tdx_2_1nfxxxxxxxxxxglcllrxxxxxxxxx002350006550xxxxxxxxxqtcnwk"
  const unread = "It does more than is described here: read the manifest."

  it.scoped("shows for an order what is paid, and what must come back in the same transaction", () =>
    Effect.gen(function* () {
      const manifest = renderManifest(
        Templates.order({
          account: keys.accounts[0]?.address ?? assert.fail("no account"),
          gives: { resource: XRD, amount: parseAmount("2000.5") ?? assert.fail() },
          gets: { resource: wellKnown("ed25519Badge", 2), amount: parseAmount("20") ?? assert.fail() }
        })
      )
      assert.deepStrictEqual(yield* eventOf(manifest), [
        "Send 2,000.5 XRD from Practice Main.",
        "In the same transaction exactly 20 resource_…xx3e2cpa must come to Practice Main, and nothing else. Otherwise nothing moves."
      ])
    }).pipe(Effect.provide(client))
  )

  it.scoped("shows badges that leave, a minimum that comes, and an assertion that binds nobody", () =>
    Effect.gen(function* () {
      const gives = `CALL_METHOD Address("${MAIN}") "withdraw_non_fungibles" Address("${units}") Array<NonFungibleLocalId>(NonFungibleLocalId("#7#"), NonFungibleLocalId("#9#"));`
      const asks = `ASSERT_NEXT_CALL_RETURNS_INCLUDE Map<Address, Enum>(Address("${XRD}") => Enum<ResourceConstraint::AtLeastAmount>(Decimal("3")));`
      const yields = `YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`
      const stores = `CALL_METHOD Address("${SAVINGS}") "deposit_batch" Expression("ENTIRE_WORKTOP");`
      assert.deepStrictEqual(yield* eventOf(`${gives} ${asks} ${yields} ${stores} YIELD_TO_PARENT;`), [
        "Send #7#, #9# resource_…xxqtcnwk from Practice Main.",
        "In the same transaction at least 3 XRD must come to Practice Savings. Otherwise nothing moves."
      ])
      assert.deepStrictEqual(yield* eventOf(`${gives} ${asks} ${stores} ${yields}`), [
        "Send #7#, #9# resource_…xxqtcnwk from Practice Main.",
        "You get nothing back for it.",
        unread
      ])
    }).pipe(Effect.provide(client))
  )

  it.scoped("includes instructions that it cannot describe", () =>
    Effect.gen(function* () {
      const locks = `CALL_METHOD Address("${MAIN}") "securify"; YIELD_TO_PARENT;`
      assert.deepStrictEqual(yield* eventOf(locks), [unread])
      assert.deepStrictEqual(yield* eventOf("YIELD_TO_PARENT;"), ["It moves none of your tokens."])
    }).pipe(Effect.provide(client))
  )
})

describe("the practice wallet and the ledger", () => {
  it.scoped("gets test tokens, describes the movements, signs and submits", () =>
    Effect.gen(function* () {
      const { acts, heard, holdings, news, questions, say, send } = yield* opened(true)
      say({ interactionId: "look", discriminator: "openPopup" })
      assert.strictEqual(yield* Queue.take(news), "")
      yield* Queue.offer(acts, "tokens")
      assert.strictEqual(yield* Queue.take(news), "10,000 test XRD arrived in Practice Main.")
      yield* Queue.offer(acts, "away")
      assert.strictEqual(yield* balanceOf(MAIN), "10000")
      assert.deepStrictEqual(holdings, [[], ["10,000 XRD"]])

      const response = yield* send(pay("1212.5"), { message: "for the roof" })
      assert.strictEqual(yield* statusOf(response), "CommittedSuccess")
      assert.strictEqual(yield* balanceOf(SAVINGS), "1212.5")
      assert.deepStrictEqual(questions[0]?.lines.slice(0, 2), [
        "Send 1,212.5 XRD from Practice Main.",
        "Receive 1,212.5 XRD in Practice Savings."
      ])
      assert.match(questions[0]?.lines[2] ?? "", /^Pay a fee of about 0\.\d+ XRD\.$/)
      assert.strictEqual(questions[0]?.lines[3], "Publish this message: “for the roof”.")
      assert.include(heard, "receivedByWallet")
    }).pipe(Effect.provide(client))
  )

  it.scoped("offers the faucet first if nobody can pay the fee; a refusal ends the request", () =>
    Effect.gen(function* () {
      const { questions, send } = yield* opened(false, true, true)
      assert.deepInclude(yield* send(pay("1")), { discriminator: "failure", error: "rejectedByUser" })
      assert.isUndefined(yield* balanceOf(MAIN))
      assert.strictEqual(yield* statusOf(yield* send(pay("1"))), "CommittedSuccess")
      assert.include(questions[1]?.lines[0], "10,000 test XRD")
      assert.include(questions[2]?.lines[0], "Send 1 XRD")
    }).pipe(Effect.provide(client))
  )

  it.scoped("refuses, fails and gives the reason, with the real wallet's codes", () =>
    Effect.gen(function* () {
      const faults = yield* Faults
      const { questions, send } = yield* opened(true, true, false, true, true)
      yield* statusOf(yield* send(pay("1")))
      const before = yield* balanceOf(MAIN)
      assert.deepInclude(yield* send(pay("1")), { discriminator: "failure", error: "rejectedByUser" })
      assert.strictEqual(yield* balanceOf(MAIN), before)
      const asked = questions.length
      assert.deepInclude(yield* send(pay("20000")), { error: "failedToPrepareTransaction" })
      assert.deepInclude(yield* send(pay("1"), { blobs: ["00"] }), { error: "failedToCompileTransaction" })
      yield* faults.change({ gateway: "down" })
      assert.deepInclude(yield* send(pay("1")), { error: "failedToPrepareTransaction" })
      yield* faults.change({ gateway: "up", nextTransaction: "CommittedFailure" })
      assert.strictEqual(questions.length, asked)
      assert.strictEqual(yield* statusOf(yield* send(pay("1"))), "CommittedFailure")
      yield* faults.change({ nextTransaction: "Rejected" })
      assert.strictEqual(yield* statusOf(yield* send(pay("1"))), "Rejected")
    }).pipe(Effect.provide(client))
  )

  it.scoped("signs a subintent in advance, or reports that it has expired", () =>
    Effect.gen(function* () {
      const { questions, request } = yield* opened(true, false)
      const manifest = `CALL_METHOD Address("${MAIN}") "withdraw" Address("${XRD}") Decimal("1"); YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`
      const wanted = (expiration: object) =>
        request({
          discriminator: "preAuthorizationRequest",
          request: {
            discriminator: "subintent",
            version: 1,
            manifestVersion: 2,
            subintentManifest: manifest,
            expiration
          }
        })
      const response = yield* wanted({ discriminator: "expireAfterDelay", expireAfterSeconds: 3600 })
      if (response.discriminator !== "success" || response.items.discriminator !== "preAuthorizationResponse") {
        return assert.fail(JSON.stringify(response))
      }
      const given = response.items.response ?? assert.fail("nothing was signed")
      assert.strictEqual(given.expirationTimestamp, 3600)
      const read = Either.getOrThrow(decodeTransaction(hexToBytes(given.signedPartialTransaction)))
      if (read.kind !== "signedPartial") return assert.fail(read.kind)
      const { partial, signatures } = read.body
      const hash = subintentHash(partial.root)
      assert.strictEqual(writeHash("subtxid", hash, 2), given.subintentHash)
      const signers = signatures.map((signature) =>
        Option.match(signerOfSignature(signature, hash), { onNone: () => "", onSome: ({ bytes }) => bytesToHex(bytes) })
      )
      const [main] = keys.accounts
      assert.deepStrictEqual(signers, [bytesToHex(signerOf("curve25519", main?.secret ?? hash).publicKey.bytes)])
      assert.strictEqual(Option.getOrNull(partial.root.core.header.maxTimestamp), 3600n)
      assert.deepStrictEqual(questions[0]?.lines, [
        "Sign a part of a transaction in advance. The requesting site can complete it without asking again.",
        "Send 1 XRD from Practice Main.",
        "You get nothing back for it.",
        "It can be used until 1970-01-01 01:00 UTC."
      ])
      assert.strictEqual(questions[0]?.manifest, manifest)

      const at = (unixTimestampSeconds: number) => wanted({ discriminator: "expireAtTime", unixTimestampSeconds })
      assert.deepInclude(yield* at(0), { error: "expiredSubintent" })
      assert.deepInclude(yield* at(29), { error: "subintentExpirationTooClose" })
      assert.deepInclude(yield* at(30), { error: "rejectedByUser" })
    }).pipe(Effect.provide(client))
  )

  it.scoped("signs a subintent with exactly the given header, and shows its expiry, message and code", () =>
    Effect.gen(function* () {
      const { questions, request } = yield* opened(true, false, false, false)
      const manifest = `CALL_METHOD Address("${SAVINGS}") "withdraw" Address("${XRD}") Decimal("1");
        TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("one");
        CALL_METHOD Address("${MAIN}") "try_deposit_or_abort" Bucket("one") Enum<0u8>();
        YIELD_TO_PARENT;`
      const endless = {
        networkId: 2,
        startEpochInclusive: 0,
        endEpochExclusive: 4032,
        intentDiscriminator: 2 ** 53 - 1
      }
      const header = { ...endless, maxProposerTimestampExclusive: 1_209_600 }
      const wanted = (given: object) =>
        request({
          discriminator: "preAuthorizationRequest",
          request: {
            discriminator: "subintent",
            version: 1,
            manifestVersion: 2,
            subintentManifest: manifest,
            message: "Request 31",
            expiration: { discriminator: "expireAtTime", unixTimestampSeconds: 600 },
            header: given
          }
        })
      const response = yield* wanted(header)
      if (response.discriminator !== "success" || response.items.discriminator !== "preAuthorizationResponse") {
        return assert.fail(JSON.stringify(response))
      }
      const given = response.items.response ?? assert.fail("nothing was signed")
      const read = Either.getOrThrow(decodeTransaction(hexToBytes(given.signedPartialTransaction)))
      if (read.kind !== "signedPartial") return assert.fail(read.kind)
      const { partial, signatures } = read.body
      assert.deepStrictEqual(partial.root.core.header, {
        networkId: 2,
        startEpoch: 0n,
        endEpoch: 4032n,
        minTimestamp: Option.none(),
        maxTimestamp: Option.some(1_209_600n),
        discriminator: 2n ** 53n - 1n
      })
      // The payee's account is the person's as well, and needs no signature.
      const [, savings] = keys.accounts
      assert.deepStrictEqual(
        signatures.map((each) => (each.curve === "curve25519" ? bytesToHex(each.publicKey) : "")),
        [bytesToHex(signerOf("curve25519", savings?.secret ?? new Uint8Array()).publicKey.bytes)]
      )
      const lines = questions[0]?.lines ?? []
      assert.include(lines, "Message: “Request 31”.")
      assert.include(lines, "It can be used until 1970-01-15 00:00 UTC.")
      assert.include(lines, `Its code is ${shortCode(subintentHash(partial.root))}: compare it with the page.`)
      assert.include(lines, "It is for network 2 (Stokenet), and its discriminator is 9007199254740991.")
      assert.notInclude(lines.join(" "), "It can be used from")
      // No expiry is added if none was given.
      yield* wanted(endless)
      assert.include(questions[1]?.lines ?? [], "It can be used until 1970-01-15 00:00 UTC.")
      yield* wanted({ ...header, startEpochInclusive: 12 })
      assert.include(questions[2]?.lines ?? [], "It can be used from 1970-01-01 01:00 UTC on.")
      yield* wanted({ ...header, endEpochExclusive: 2 ** 53 - 1, maxProposerTimestampExclusive: 2 ** 53 - 1 })
      assert.include(questions[3]?.lines ?? [], "It can be used until 9999-12-31 23:59 UTC.")
      assert.deepInclude(yield* wanted({ ...header, networkId: 1 }), { error: "wrongNetwork" })
    }).pipe(Effect.provide(client))
  )

  it.scoped("measures the expiry of a pre-authorization by the ledger's clock, even if it was moved", () =>
    Effect.gen(function* () {
      const { questions, request } = yield* opened(true)
      const wanted = (expiration: object) =>
        request({
          discriminator: "preAuthorizationRequest",
          request: {
            discriminator: "subintent",
            version: 1,
            manifestVersion: 2,
            subintentManifest: "YIELD_TO_PARENT;",
            expiration
          }
        })
      const late = yield* wanted({ discriminator: "expireAtTime", unixTimestampSeconds: TOMORROW })
      assert.deepInclude(late, { error: "expiredSubintent" })
      const response = yield* wanted({ discriminator: "expireAfterDelay", expireAfterSeconds: 600 })
      assert.deepInclude(response, { discriminator: "success" })
      if (response.discriminator !== "success" || response.items.discriminator !== "preAuthorizationResponse") return
      assert.strictEqual(response.items.response?.expirationTimestamp, TOMORROW + 600)
      assert.include(questions[0]?.lines ?? [], "It can be used until 1970-01-02 00:10 UTC.")
    }).pipe(Effect.provide(aDayAhead))
  )

  it.scoped("reports when the ledger does not respond", () =>
    Effect.gen(function* () {
      const { acts, holdings, news, say } = yield* opened()
      yield* Effect.flatMap(Faults, (faults) => faults.change({ gateway: "down" }))
      say({ interactionId: "look", discriminator: "openPopup" })
      yield* Queue.take(news)
      assert.deepStrictEqual(holdings, [undefined])
      yield* Queue.offer(acts, "tokens")
      assert.strictEqual(yield* Queue.take(news), "The faucet did not respond. Try again in a minute.")
    }).pipe(Effect.provide(client))
  )
})
