import { createPublicKey, verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Either, Layer, Queue, Schema } from "effect"
import { Gateway, type Proof, WalletResponse } from "~/connector/index"
import { isHolderAddress } from "~/ledger/index"
import { type Choice, rolaHash } from "~/practice/approve"
import type { Question } from "~/practice/ask"
import { type Message, mountEndpoint } from "~/practice/door"
import { keysOf, Vault } from "~/practice/keys"
import { Person } from "~/practice/Person"
import { practiceWallet } from "~/practice/wallet"

const SECRET = "11".repeat(32)
const ORIGIN = "http://127.0.0.1:3000"
const DAPP = "account_tdx_2_dapp"
const CHALLENGE = "ab".repeat(32)
const keys = keysOf(Uint8Array.from(Buffer.from(SECRET, "hex")), 2)
const [main, savings] = keys.accounts
const person = { givenNames: "Robin", familyName: "Sample", email: "robin@example.org", phone: "+44 20 7946 0018" }
const approveMain: Choice = { isApproved: true, accounts: [main?.address ?? ""], person }

const atLeastOne = { numberOfAccounts: { quantifier: "atLeast", quantity: 1 } } as const
const login = {
  discriminator: "authorizedRequest",
  auth: { discriminator: "loginWithChallenge", challenge: CHALLENGE },
  ongoingAccounts: { ...atLeastOne, challenge: CHALLENGE }
}
const request = (interactionId: string, items: object, metadata: object = {}) => ({
  interactionId,
  discriminator: "walletInteraction",
  interaction: {
    interactionId,
    items,
    metadata: { version: 2, networkId: 2, dAppDefinitionAddress: DAPP, origin: "https://claimed.example", ...metadata }
  }
})

/** A page with the wallet in it: its messages, and a person who decides on command. */
const opened = Effect.gen(function* () {
  const target = new EventTarget()
  const heard: Array<Record<string, unknown>> = []
  const arrivals = yield* Queue.unbounded<Record<string, unknown>>()
  target.addEventListener("radix#chromeExtension#receive", (event) => {
    const detail = event instanceof CustomEvent ? (event.detail as Record<string, unknown>) : {}
    heard.push(detail)
    arrivals.unsafeOffer(detail)
  })
  const asks = yield* Queue.unbounded<Question>()
  const choices = yield* Queue.unbounded<Choice>()
  const checked = yield* Deferred.make<void>()
  const world = Layer.mergeAll(
    Vault.layerMemory(SECRET, 2),
    Gateway.layerScript(),
    Layer.succeed(Person, {
      decide: (ask) => Effect.zipRight(Queue.offer(asks, ask), Queue.take(choices)),
      showWallet: () => Effect.as(Deferred.succeed(checked, undefined), "away" as const)
    })
  )
  const door = mountEndpoint(target, () => {})
  yield* practiceWallet({ networkId: 2, origin: ORIGIN, door }).pipe(Effect.provide(world), Effect.forkScoped)

  const say = (detail: object) => void target.dispatchEvent(new CustomEvent("radix#chromeExtension#send", { detail }))
  /** A message of another wallet on the same page. */
  const other = (detail: object) =>
    void target.dispatchEvent(new CustomEvent("radix#chromeExtension#receive", { detail }))
  /** The first message with this key; earlier ones are skipped. */
  const until = (key: string): Effect.Effect<Record<string, unknown>> =>
    Effect.flatMap(Queue.take(arrivals), (message) => (key in message ? Effect.succeed(message) : until(key)))
  const reply = until("discriminator")
  yield* until("isExtensionAvailable")
  heard.length = 0
  return { response: reply, asks, choices, heard, checked, other, say, until }
})

const read = Schema.decodeUnknownEither(WalletResponse)
const itemsOf = (response: unknown) => {
  const decoded = Either.getOrThrow(read(response))
  if (decoded.discriminator !== "success") return assert.fail(`refused: ${decoded.error}`)
  if (decoded.items.discriminator !== "authorizedRequest") return assert.fail("not an authorized answer")
  return decoded.items
}
const isSigned = ({ publicKey, signature }: Proof) =>
  verify(
    null,
    rolaHash(CHALLENGE, { dAppDefinitionAddress: DAPP, origin: ORIGIN }),
    createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey, "hex").toString("base64url") },
      format: "jwk"
    }),
    Buffer.from(signature, "hex")
  )

describe("the practice wallet on the wire", () => {
  it.scoped("acknowledges within the same event, and sends its status a moment later", () =>
    Effect.gen(function* () {
      const { heard, say, until } = yield* opened
      say({ interactionId: "ping", discriminator: "extensionStatus" })
      assert.deepStrictEqual(heard, [{ eventType: "receivedByExtension", interactionId: "ping" }])
      assert.deepStrictEqual(yield* until("isExtensionAvailable"), {
        eventType: "extensionStatus",
        isExtensionAvailable: true,
        isWalletLinked: true,
        canHandleSessions: true
      })
    })
  )

  it("queues requests before it is loaded, in order, and is loaded by them", () => {
    const target = new EventTarget()
    const heard: Array<string> = []
    const knocks: Array<number> = []
    const door = mountEndpoint(target, () => void knocks.push(heard.length))
    const say = (detail: object) => void target.dispatchEvent(new CustomEvent("radix#chromeExtension#send", { detail }))
    say({ interactionId: "ping", discriminator: "extensionStatus" })
    assert.deepStrictEqual(knocks, [])
    say(request("one", login))
    say(request("two", login))
    assert.strictEqual(knocks.length, 2)
    say(request("taken by another wallet meanwhile", login))
    const response = { discriminator: "failure", interactionId: "taken by another wallet meanwhile", error: "x" }
    target.dispatchEvent(new CustomEvent("radix#chromeExtension#receive", { detail: response }))
    const left: Array<string> = []
    door.open(
      ({ interactionId }: Message) => void heard.push(interactionId),
      (interactionId) => void left.push(interactionId)
    )
    say(request("three", login))
    assert.deepStrictEqual([heard, knocks.length, left], [["one", "two", "three"], 3, []])
    door.close()
    say(request("four", login))
    assert.strictEqual(heard.length, 3)
  })

  it.scoped("responds to a login with real signatures for the page's own origin", () =>
    Effect.gen(function* () {
      const { response: reply, asks, choices, say } = yield* opened
      say(request("one", login))
      const ask = yield* Queue.take(asks)
      assert.strictEqual(ask.origin, ORIGIN)
      assert.deepStrictEqual(ask.lines, [
        "Log in as Practice Person, with a signed proof.",
        "See 1 account or more of yours, from now on, with a signed proof of each."
      ])
      yield* Queue.offer(choices, approveMain)

      const { auth, ongoingAccounts } = itemsOf(yield* reply)
      if (auth.discriminator !== "loginWithChallenge") return assert.fail("no proof of the persona")
      assert.isTrue(isSigned(auth.proof))
      assert.isTrue(isHolderAddress("identity", auth.persona.identityAddress, 2))
      assert.deepStrictEqual(ongoingAccounts?.accounts, [
        { address: main?.address ?? "", label: "Practice Main", appearanceId: 0 }
      ])
      assert.deepStrictEqual(
        ongoingAccounts?.proofs?.map(({ proof }) => isSigned(proof)),
        [true]
      )
    })
  )

  it.scoped("shares what the person chose, and their data as they changed it", () =>
    Effect.gen(function* () {
      const { response: reply, asks, choices, say } = yield* opened
      const personaData = {
        isRequestingName: true,
        numberOfRequestedEmailAddresses: { quantifier: "exactly", quantity: 1 },
        numberOfRequestedPhoneNumbers: { quantifier: "exactly", quantity: 1 }
      }
      say(
        request("one", {
          discriminator: "authorizedRequest",
          auth: { discriminator: "usePersona", identityAddress: keys.persona.address },
          reset: { accounts: true, personaData: false },
          oneTimeAccounts: { numberOfAccounts: { quantifier: "exactly", quantity: 2 } },
          ongoingPersonaData: personaData
        })
      )
      const ask = yield* Queue.take(asks)
      assert.deepStrictEqual(ask.lines, [
        "Continue as Practice Person.",
        "Choose again which accounts you share.",
        "Know your name, e-mail address, phone number, from now on.",
        "See exactly 2 accounts of yours, this once."
      ])
      const accounts = [savings?.address ?? "", main?.address ?? ""]
      yield* Queue.offer(choices, { isApproved: true, accounts, person })
      const { oneTimeAccounts, ongoingPersonaData } = itemsOf(yield* reply)
      assert.deepStrictEqual(
        oneTimeAccounts?.accounts.map(({ label }) => label),
        ["Practice Main", "Practice Savings"]
      )
      assert.isUndefined(oneTimeAccounts?.proofs)
      assert.deepStrictEqual(ongoingPersonaData, {
        name: { variant: "western", givenNames: "Robin", familyName: "Sample", nickname: "" },
        emailAddresses: ["robin@example.org"],
        phoneNumbers: ["+44 20 7946 0018"]
      })
    })
  )

  it.scoped("proves ownership of account and persona with one challenge", () =>
    Effect.gen(function* () {
      const { response: reply, choices, say } = yield* opened
      yield* Queue.offer(choices, approveMain)
      say(
        request("one", {
          discriminator: "authorizedRequest",
          auth: { discriminator: "usePersona", identityAddress: keys.persona.address },
          proofOfOwnership: {
            challenge: CHALLENGE,
            accountAddresses: [savings?.address],
            identityAddress: keys.persona.address
          }
        })
      )
      const { proofOfOwnership } = itemsOf(yield* reply)
      assert.strictEqual(proofOfOwnership?.challenge, CHALLENGE)
      assert.deepStrictEqual(
        proofOfOwnership?.proofs.map((proof) => [
          "accountAddress" in proof ? proof.accountAddress : proof.identityAddress,
          isSigned(proof.proof)
        ]),
        [
          [savings?.address as string, true],
          [keys.persona.address, true]
        ]
      )
    })
  )

  it.scoped("reports a refusal as rejectedByUser", () =>
    Effect.gen(function* () {
      const { response: reply, choices, say } = yield* opened
      yield* Queue.offer(choices, { isApproved: false })
      say(request("one", login))
      assert.deepStrictEqual(yield* reply, { discriminator: "failure", interactionId: "one", error: "rejectedByUser" })
    })
  )

  it.scoped.each([
    [
      "a manifest that does not compile",
      request("one", { discriminator: "transaction", send: { transactionManifest: "NONSENSE;", version: 1 } }),
      "failedToCompileTransaction"
    ],
    ["a pre-authorization of nothing", request("one", { discriminator: "preAuthorizationRequest" }), "invalidRequest"],
    ["another network", request("one", login, { networkId: 1 }), "wrongNetwork"],
    ["another version", request("one", login, { version: 3 }), "incompatibleVersion"],
    ["nonsense", request("one", { discriminator: "?" }), "invalidRequest"],
    [
      "a bad challenge",
      request("one", { ...login, auth: { discriminator: "loginWithChallenge", challenge: "ab" } }),
      "invalidRequest"
    ],
    [
      "a foreign persona",
      request("one", { ...login, auth: { discriminator: "usePersona", identityAddress: "identity_tdx_2_other" } }),
      "invalidPersona"
    ],
    [
      "a foreign account",
      request("one", {
        ...login,
        proofOfOwnership: { challenge: CHALLENGE, accountAddresses: ["account_tdx_2_other"] }
      }),
      "invalidPersonaOrAccounts"
    ],
    [
      "exactly no account",
      request("one", { ...login, ongoingAccounts: { numberOfAccounts: { quantifier: "exactly", quantity: 0 } } }),
      "invalidRequest"
    ]
  ] as const)("refuses %s without asking", ([, message, error]) =>
    Effect.gen(function* () {
      const { response: reply, asks, say } = yield* opened
      say(message)
      assert.include(yield* reply, { discriminator: "failure", interactionId: "one", error })
      assert.strictEqual(yield* Queue.size(asks), 0)
    })
  )

  it.scoped("ignores a second request with a known id", () =>
    Effect.gen(function* () {
      const { response: reply, asks, choices, say } = yield* opened
      say(request("one", login))
      say(request("one", login))
      yield* Queue.take(asks)
      yield* Queue.offer(choices, approveMain)
      yield* reply
      say(request("two", login))
      assert.strictEqual((yield* Queue.take(asks)).interactionId, "two")
    })
  )

  it.scoped("lets a waiting request be cancelled, and closes the current one silently", () =>
    Effect.gen(function* () {
      const { response: reply, asks, choices, heard, say, until } = yield* opened
      say(request("one", login))
      say(request("two", login))
      say(request("three", login))
      yield* Queue.take(asks)
      say({ interactionId: "two", discriminator: "cancelWalletInteraction", metadata: {} })
      assert.deepStrictEqual(heard.at(-1), { eventType: "requestCancelSuccess", interactionId: "two" })

      say({ interactionId: "one", items: { discriminator: "cancelRequest" }, metadata: {} })
      assert.strictEqual((yield* Queue.take(asks)).interactionId, "three")
      yield* Queue.offer(choices, approveMain)
      assert.strictEqual((yield* reply).interactionId, "three")
      assert.isFalse(heard.some(({ discriminator, interactionId }) => discriminator && interactionId !== "three"))
      say({ interactionId: "ping", discriminator: "extensionStatus" })
      yield* until("isExtensionAvailable")
    })
  )

  it.scoped("leaves a request to another wallet that has it, and serves the next one", () =>
    Effect.gen(function* () {
      const { response: reply, asks, choices, other, say } = yield* opened
      say(request("answered elsewhere", login))
      say(request("read elsewhere", login))
      say(request("an extension without a phone has it", login))
      yield* Queue.take(asks)
      other({ eventType: "receivedByWallet", interactionId: "read elsewhere" })
      other({ eventType: "receivedByExtension", interactionId: "an extension without a phone has it" })
      other({ discriminator: "failure", interactionId: "answered elsewhere", error: "rejectedByUser" })
      const { interactionId } = yield* Queue.take(asks)
      assert.strictEqual(interactionId, "an extension without a phone has it")
      yield* Queue.offer(choices, approveMain)
      let last = yield* reply
      while (last.interactionId === "answered elsewhere") last = yield* reply
      assert.deepInclude(last, { discriminator: "success", interactionId: "an extension without a phone has it" })
    })
  )

  it.scoped("ignores an unknown persona once another wallet was heard", () =>
    Effect.gen(function* () {
      const { response: reply, heard, other, say } = yield* opened
      const foreign = {
        discriminator: "authorizedRequest",
        auth: { discriminator: "usePersona", identityAddress: "identity_tdx_2_1of_somebody" }
      }
      say(request("alone", foreign))
      assert.deepInclude(yield* reply, { interactionId: "alone", error: "invalidPersona" })
      other({ eventType: "extensionStatus", isExtensionAvailable: true, isWalletLinked: true })
      say(request("together", foreign))
      say(request("no transaction of ours either", { discriminator: "transaction", send: { version: 7 } }))
      for (let n = 0; n < 50; n++) yield* Effect.yieldNow()
      assert.isTrue(heard.some((message) => message.interactionId === "together"))
      assert.isFalse(heard.some((message) => message.interactionId !== "alone" && "discriminator" in message))
    })
  )

  it.scoped("accepts the bare request of an older dApp", () =>
    Effect.gen(function* () {
      const { asks, say } = yield* opened
      say(request("one", login).interaction)
      assert.strictEqual((yield* Queue.take(asks)).interactionId, "one")
    })
  )

  it.scoped("shows itself when the pairing code is requested", () =>
    Effect.gen(function* () {
      const { checked, say } = yield* opened
      say({ interactionId: "code", discriminator: "openPopup" })
      yield* Deferred.await(checked)
    })
  )

  it.scoped("tolerates any message on the event", () =>
    Effect.gen(function* () {
      const { asks, say } = yield* opened
      for (const detail of [
        null,
        1,
        "x",
        [],
        {},
        { interactionId: 1 },
        { interactionId: "a" },
        { discriminator: "?" }
      ]) {
        say(detail as object)
      }
      say(request("one", login))
      assert.strictEqual((yield* Queue.take(asks)).interactionId, "one")
    })
  )
})
