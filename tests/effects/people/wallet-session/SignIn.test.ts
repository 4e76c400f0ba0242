import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { ConnectorErrors } from "~/connector/index"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { encode } from "~/ledger/bech32m"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { addressOf, ed25519Key, keyHashOf, prove, secp256k1Key, site } from "./keys"
import { askChallenge, client, signInAs, signInWith, TestLedger, worldOn } from "./world"

const ada = ed25519Key("ada")
const bob = secp256k1Key("bob")

const countSessions = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ n: number }>`SELECT COUNT(*) AS n FROM sessions`
).pipe(Effect.map(([row]) => row?.n))

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** The refusal of a sign-in. */
const flip = <A, R>(attempt: Effect.Effect<A, Refusal, R>) =>
  Effect.map(Effect.flip(attempt), ({ code, message, status }): Refusal => ({ code, message, status }))

/** The same, asserting that nobody is signed in. */
const refusalOf = <A, R>(attempt: Effect.Effect<A, Refusal, R>) =>
  Effect.tap(flip(attempt), () => Effect.map(countSessions, (n) => assert.strictEqual(n, 0)))

const proofRefused = {
  status: 401,
  code: "E-PROOF",
  message: "The wallet's signature does not fit this request. Try again."
}

describeOnBothDatabases("SignIn", (database) => {
  it.effect("opens a session for the first account, with its persona", () =>
    Effect.gen(function* () {
      const challenge = yield* askChallenge
      const persona = ed25519Key("ada's persona")
      const proofs = [prove(persona, challenge, { type: "persona" }), prove(bob, challenge), prove(ada, challenge)]
      const { account, hasProfile, token } = yield* signInWith(proofs, client, "Ada L")
      assert.strictEqual(account, addressOf(bob))
      assert.isFalse(hasProfile)
      const session = Option.getOrThrow(yield* Effect.flatMap(Sessions, (sessions) => sessions.find(token)))
      assert.deepInclude(session, {
        account: asAccount(addressOf(bob)),
        personaAddress: addressOf(persona, "persona"),
        personaLabel: "Ada L",
        profile: null
      })
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("refuses the same proof a second time, and keeps the first session", () =>
    Effect.gen(function* () {
      const challenge = yield* askChallenge
      const proofs = [prove(ada, challenge)]
      const { token } = yield* signInWith(proofs)
      const refused = yield* flip(signInWith(proofs))
      assert.deepInclude(refused, {
        status: 401,
        code: "E-USED",
        message: "This sign-in request was already used. Connect again."
      })
      assert.strictEqual(yield* countSessions, 1)
      assert.isTrue(Option.isSome(yield* Effect.flatMap(Sessions, (sessions) => sessions.find(token))))
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("accepts a challenge for exactly 5 minutes, and then gives a new one", () =>
    Effect.gen(function* () {
      const early = yield* askChallenge
      yield* TestClock.adjust("299 seconds")
      yield* signInWith([prove(ada, early)])
      const late = yield* askChallenge
      yield* TestClock.adjust("301 seconds")
      const refused = yield* flip(signInWith([prove(ada, late)]))
      assert.deepInclude(refused, {
        status: 401,
        code: "E-CHALLENGE",
        message: "This request is older than 5 minutes. Start again."
      })
      yield* signInAs(ada)
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("refuses account A's signature for account B, and a flipped bit", () =>
    Effect.gen(function* () {
      const foreign = prove(ada, yield* askChallenge, { address: addressOf(ed25519Key("eve")) })
      assert.deepInclude(yield* refusalOf(signInWith([foreign])), proofRefused)
      const right = prove(ada, yield* askChallenge)
      const last = right.proof.signature.endsWith("0") ? "1" : "0"
      const signature = `${right.proof.signature.slice(0, -1)}${last}`
      const flipped = { ...right, proof: { ...right.proof, signature } }
      assert.deepInclude(yield* refusalOf(signInWith([flipped])), proofRefused)
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("accepts upper case, and refuses a malformed challenge with 400", () =>
    Effect.gen(function* () {
      const challenge = yield* askChallenge
      yield* signInWith([prove(ada, challenge.toUpperCase())])
      for (const bad of ["", "a".repeat(63), `0x${challenge}`, "g".repeat(64), "a".repeat(65), `${challenge}\n`]) {
        const refused = yield* flip(signInWith([{ ...prove(ada, challenge), challenge: bad }]))
        assert.deepInclude(refused, { status: 400, message: "challenge is invalid" })
      }
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("responds the same to a challenge of another browser and to one that never existed", () =>
    Effect.gen(function* () {
      const challenge = yield* askChallenge
      const thief = { ...client, browserHash: "b".repeat(64) }
      const stolen = yield* refusalOf(signInWith([prove(ada, challenge)], thief))
      const unknown = yield* refusalOf(signInWith([prove(ada, "c".repeat(64))]))
      assert.deepInclude(stolen, { code: "E-CHALLENGE" })
      assert.strictEqual(stolen.message, unknown.message)
      yield* signInWith([prove(ada, challenge)])
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("refuses another origin, dApp, network or kind of address, and an account created on the ledger", () =>
    Effect.gen(function* () {
      const made = encode(asAccount("account_tdx_2_"), Uint8Array.of(0xc1, ...new Uint8Array(29).fill(3)))
      for (const wrong of [
        { context: { ...site, origin: "https://evil.example" } },
        { context: { ...site, dAppDefinitionAddress: addressOf(bob) } },
        { address: addressOf(ada, "account", 1) },
        { address: addressOf(ada, "persona") },
        { type: "persona" as const, address: addressOf(ada) },
        { address: made }
      ]) {
        const challenge = yield* askChallenge
        const refused = yield* refusalOf(signInWith([prove(ada, challenge, wrong), prove(bob, challenge)]))
        assert.deepInclude(refused, proofRefused)
      }
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("requires every proof to be valid, under one challenge", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* askChallenge, yield* askChallenge]
      assert.deepInclude(yield* refusalOf(signInWith([prove(ada, one), prove(bob, two)])), proofRefused)
      const wrong = prove(bob, one, { context: { ...site, origin: "https://evil.example" } })
      assert.deepInclude(yield* refusalOf(signInWith([prove(ada, one), wrong])), proofRefused)
      assert.deepInclude(yield* refusalOf(signInWith([prove(ada, one)])), { code: "E-USED" })
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("queries the ledger for the owner of an account each time, and trusts its keys alone", () =>
    Effect.gen(function* () {
      const ledger = yield* TestLedger
      const account = addressOf(ada)
      ledger.keys.set(account, [{ curve: "secp256k1", hash: keyHashOf(bob) }])
      assert.deepInclude(yield* refusalOf(signInAs(ada)), proofRefused)
      const rotated = prove(bob, yield* askChallenge, { address: account })
      assert.strictEqual((yield* signInWith([rotated])).account, account)

      ledger.keys.set(account, [{ curve: "secp256k1", hash: keyHashOf(ada) }])
      assert.deepInclude(yield* flip(signInAs(ada)), proofRefused)
      ledger.keys.set(account, [])
      assert.deepInclude(yield* flip(signInAs(ada)), proofRefused)
      ledger.keys.set(account, [
        { curve: "secp256k1", hash: keyHashOf(bob) },
        { curve: "curve25519", hash: keyHashOf(ada) }
      ])
      yield* signInAs(ada)
      assert.strictEqual(ledger.asked.length, 5)
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("does not query the ledger for an invalid signature", () =>
    Effect.gen(function* () {
      const challenge = yield* askChallenge
      yield* refusalOf(signInWith([prove(ada, challenge, { context: { ...site, origin: "x" } })]))
      assert.deepStrictEqual((yield* TestLedger).asked, [])
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("decides nothing while the ledger cannot be read, and lets the person try again", () =>
    Effect.gen(function* () {
      const ledger = yield* TestLedger
      for (const error of [
        new ConnectorErrors.FailedToParseResponseToJson({}),
        new ConnectorErrors.RequestStatusNotOk({ status: 404 })
      ]) {
        ledger.trouble.push(error)
        assert.deepInclude(yield* refusalOf(signInAs(ada)), {
          status: 503,
          code: "E-GATEWAY",
          message: "The ledger cannot be reached right now. Try again in a minute."
        })
      }
      assert.strictEqual((yield* signInAs(ada)).account, addressOf(ada))
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("refuses an account that the ledger does not know", () =>
    Effect.gen(function* () {
      const ledger = yield* TestLedger
      ledger.trouble.push(new ConnectorErrors.RequestStatusNotOk({ status: 404, reason: "EntityNotFoundError" }))
      assert.deepInclude(yield* refusalOf(signInAs(ada)), proofRefused)
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("opens one session for 100 parallel uses of one proof (docs/goals.md B6)", () =>
    Effect.gen(function* () {
      const proofs = [prove(ada, yield* askChallenge)]
      const ends = yield* Effect.all(
        Array.from({ length: 100 }, () => Effect.either(signInWith(proofs))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(ends.filter((end) => end._tag === "Right").length, 1)
      for (const end of ends) if (end._tag === "Left") assert.strictEqual(end.left.code, "E-USED")
      assert.strictEqual(yield* countSessions, 1)
    }).pipe(Effect.provide(worldOn(database)))
  )

  it.effect("explains a suspension only to the person who proved the account", () =>
    Effect.gen(function* () {
      const suspensions = yield* AccountSuspensions
      const suspension = { kind: "suspended", reason: "Sells shoes.", suspendedUntil: 86_400_000 } as const
      yield* suspensions.set(asAccount(addressOf(ada)), suspension)
      const refusal = yield* refusalOf(signInAs(ada))
      assert.deepEqual([refusal.status, refusal.code], [403, "E-ACCOUNT"])
      assert.include(refusal.message, "is suspended on this site until 2 Jan 1970, 00:00 UTC: “Sells shoes.”")
      const challenge = yield* askChallenge
      const forged = { ...prove(bob, challenge), address: addressOf(ada) }
      assert.deepEqual(yield* refusalOf(signInWith([forged])), proofRefused)
      yield* TestClock.adjust("1 day")
      yield* signInAs(ada)
      assert.strictEqual(yield* countSessions, 1)
    }).pipe(Effect.provide(Layer.provideMerge(AccountSuspensions.Default, worldOn(database))))
  )
})
