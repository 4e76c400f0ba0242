import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Challenges } from "~/effects/people/wallet-session/proof/Challenges.server"
import { describeOnBothDatabases } from "../../../databases"

const browser = "a".repeat(64)

describeOnBothDatabases("Challenges", (database) => {
  const world = Challenges.Default.pipe(Layer.provideMerge(database))

  it.effect("are 64 random hex digits, of which only the hash is stored, for 5 minutes", () =>
    Effect.gen(function* () {
      const challenges = yield* Challenges
      const [one, two] = [yield* challenges.issue("sign-in", browser), yield* challenges.issue("sign-in", browser)]
      assert.match(one.challenge, /^[0-9a-f]{64}$/)
      assert.notStrictEqual(one.challenge, two.challenge)
      assert.strictEqual(one.expiresAt, 300_000)
      const sql = yield* SqlClient.SqlClient
      const stored = JSON.stringify(yield* sql`SELECT * FROM wallet_challenges`)
      assert.notInclude(stored, one.challenge)
      assert.notInclude(stored, two.challenge)
    }).pipe(Effect.provide(world))
  )

  it.effect("work on their own network only", () =>
    Effect.gen(function* () {
      const challenges = yield* Challenges
      const { challenge } = yield* challenges.issue("sign-in", browser)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE wallet_challenges SET network_id = 1`
      assert.strictEqual((yield* Effect.flip(challenges.use(challenge, "sign-in", browser))).code, "E-CHALLENGE")
      yield* sql`UPDATE wallet_challenges SET network_id = 2, purpose = 'vote'`
      assert.strictEqual((yield* Effect.flip(challenges.use(challenge, "sign-in", browser))).code, "E-CHALLENGE")
    }).pipe(Effect.provide(world))
  )

  it.effect("are reported as used only to their own browser, purpose and network", () =>
    Effect.gen(function* () {
      const challenges = yield* Challenges
      const { challenge } = yield* challenges.issue("sign-in", browser)
      yield* challenges.use(challenge, "sign-in", browser)
      const refused = (by = browser) =>
        Effect.map(Effect.flip(challenges.use(challenge, "sign-in", by)), ({ code }) => code)
      assert.strictEqual(yield* refused(), "E-USED")
      assert.strictEqual(yield* refused("b".repeat(64)), "E-CHALLENGE")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE wallet_challenges SET network_id = 1`
      assert.strictEqual(yield* refused(), "E-CHALLENGE")
      yield* sql`UPDATE wallet_challenges SET network_id = 2, purpose = 'vote'`
      assert.strictEqual(yield* refused(), "E-CHALLENGE")
    }).pipe(Effect.provide(world))
  )

  it.effect("are deleted an hour after they expire", () =>
    Effect.gen(function* () {
      const challenges = yield* Challenges
      const sql = yield* SqlClient.SqlClient
      const count = Effect.map(sql`SELECT challenge_hash FROM wallet_challenges`, (rows) => rows.length)
      yield* challenges.issue("sign-in", browser)
      yield* TestClock.adjust("64 minutes")
      yield* challenges.issue("sign-in", browser)
      assert.strictEqual(yield* count, 2)
      yield* TestClock.adjust("62 minutes")
      yield* challenges.issue("sign-in", browser)
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.provide(world))
  )
})
