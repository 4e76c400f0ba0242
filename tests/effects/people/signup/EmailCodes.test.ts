import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, TestClock } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { MAX_TRIES } from "~/effects/people/signup/CodesRepo.server"
import { EmailCodes } from "~/effects/people/signup/EmailCodes.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { asker, lastCode, messages, otherThan, TODAY, world } from "./world"

const email = "ada@example.org"
const ada = asker("ada")
const nothing = Effect.succeed("done")

/** Uses a code and returns the result in one word. */
const spend = (otp: string, who = ada, address = email) =>
  Effect.flatMap(EmailCodes, (codes) =>
    codes.spend({ email: address, otp, asker: who }, nothing).pipe(
      Effect.catchTags({
        WrongCode: ({ triesLeft }) => Effect.succeed(`wrong, ${triesLeft} left`),
        CodeExpired: () => Effect.succeed("expired"),
        TooManyTries: () => Effect.succeed("too many")
      })
    )
  )
/** Sends a code and returns it; fails the test if it is refused. */
const send = (who = ada, address = email) =>
  Effect.gen(function* () {
    const codes = yield* EmailCodes
    yield* codes.send(address, who)
    return yield* lastCode(address)
  })
const refusal = (who = ada, address = email) =>
  Effect.flatMap(EmailCodes, (codes) => Effect.flip(codes.send(address, who)))

describeOnBothDatabases("EmailCodes", (database) => {
  const scene = <A, E>(program: Effect.Effect<A, E, EmailCodes | Settings | SqlClient.SqlClient | WorldServices>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(world(database)))

  it.effect("accept the right code once", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        assert.match(code, /^\d{6}$/)
        assert.strictEqual(yield* spend(code), "done")
        assert.strictEqual(yield* spend(code), "expired")
      })
    )
  )

  it.effect("become invalid with another session secret, and the next code is valid", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        const changed = { ...(yield* Settings), sessionSecret: Redacted.make("n".repeat(40)) }
        yield* Effect.gen(function* () {
          assert.strictEqual(yield* spend(code), "wrong, 4 left")
          yield* TestClock.adjust("61 seconds")
          assert.strictEqual(yield* spend(yield* send()), "done")
        }).pipe(Effect.provide(Layer.fresh(EmailCodes.Default).pipe(Layer.provide(Layer.succeed(Settings, changed)))))
      })
    )
  )

  it.effect("expire after ten minutes", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        yield* TestClock.adjust("599 seconds")
        assert.strictEqual(yield* spend(otherThan(code)), "wrong, 4 left")
        yield* TestClock.adjust("1 seconds")
        assert.strictEqual(yield* spend(code), "expired")
      })
    )
  )

  it.effect("count down, refuse at the fifth wrong try, and refuse the right code after it", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        for (const left of [4, 3, 2, 1]) assert.strictEqual(yield* spend(otherThan(code)), `wrong, ${left} left`)
        assert.strictEqual(yield* spend(otherThan(code)), "too many")
        assert.strictEqual(yield* spend(code), "too many")
        yield* TestClock.adjust("60 seconds")
        assert.strictEqual(yield* spend(yield* send()), "done")
      })
    )
  )

  it.effect("report refusals with the product's messages, and when to try again", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        const codes = yield* EmailCodes
        const attempt = (otp: string) => Effect.flip(codes.spend({ email, otp, asker: ada }, nothing))
        assert.strictEqual((yield* attempt(otherThan(code))).message, "The code is not right. 4 tries left.")
        for (let step = 2; step <= 4; step++) yield* attempt(otherThan(code, step))
        const last = yield* attempt(otherThan(code, 5))
        assert.deepInclude(
          {
            status: last.status,
            message: last.message,
            ...(last._tag === "TooManyTries" && { wait: last.retryAfter })
          },
          { status: 429, message: "Too many tries. Ask for a new code.", wait: 60 }
        )
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual((yield* attempt(code)).message, "The code has expired. Ask for a new one.")
      })
    )
  )

  it.effect("check concurrent guesses one by one: five are compared, not twenty", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        const responses = yield* Effect.all(
          Array.from({ length: 20 }, (_, step) => spend(otherThan(code, step + 1))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          responses.filter((response) => response.startsWith("wrong")),
          MAX_TRIES - 1
        )
        assert.strictEqual(yield* spend(code), "too many")
      })
    )
  )

  it.effect("leave code and tries unchanged when a later step fails", () =>
    scene(
      Effect.gen(function* () {
        const codes = yield* EmailCodes
        const sql = yield* SqlClient.SqlClient
        const code = yield* send()
        const fails = sql`INSERT INTO locks ${sql.insert({ key: "half", takenAt: 1 })}`.pipe(
          Effect.orDie,
          Effect.zipRight(Effect.fail("name taken"))
        )
        for (let round = 0; round < MAX_TRIES + 2; round++) {
          assert.strictEqual(yield* Effect.flip(codes.spend({ email, otp: code, asker: ada }, fails)), "name taken")
        }
        assert.lengthOf(yield* sql`SELECT key FROM locks WHERE key = 'half'`, 0)
        assert.strictEqual(yield* spend(code), "done")
      })
    )
  )

  it.effect("lose neither code nor try when a later step crashes", () =>
    scene(
      Effect.gen(function* () {
        const codes = yield* EmailCodes
        const code = yield* send()
        const crash = yield* Effect.exit(codes.spend({ email, otp: code, asker: ada }, Effect.die("power cut")))
        assert.isTrue(Exit.isFailure(crash))
        assert.strictEqual(yield* spend(otherThan(code)), "wrong, 4 left")
        assert.strictEqual(yield* spend(code), "done")
      })
    )
  )

  it.effect("belong to one browser, one address and, once signed in, one account", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        assert.strictEqual(yield* spend(code, { ...ada, browser: "another" }), "expired")
        assert.strictEqual(yield* spend(code, { ...ada, account: asAccount("another") }), "expired")
        assert.strictEqual(yield* spend(code, ada, "eve@example.org"), "expired")
        assert.strictEqual(yield* spend(code, ada, "ADA@example.org"), "done")
      })
    )
  )

  it.effect("can be requested before signing in", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send({ ...ada, account: null })
        assert.strictEqual(yield* spend(code), "done")
      })
    )
  )

  it.effect("invalidate the old code when a new one is sent", () =>
    scene(
      Effect.gen(function* () {
        const old = yield* send()
        yield* TestClock.adjust("60 seconds")
        const fresh = yield* send()
        if (old !== fresh) assert.strictEqual(yield* spend(old), "wrong, 4 left")
        assert.strictEqual(yield* spend(fresh), "done")
      })
    )
  )

  it.effect("are sent again after 60 seconds at the earliest; requesting early does not lengthen the wait", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        yield* TestClock.adjust("59 seconds")
        for (let round = 0; round < 5; round++) {
          const refused = yield* refusal()
          assert.deepInclude(refused, { _tag: "CodeStillGood", status: 429, retryAfter: 1 })
          assert.deepStrictEqual("details" in refused && refused.details, { sentAt: TODAY })
        }
        assert.lengthOf(yield* messages, 1)
        assert.strictEqual(yield* spend(code), "done")
        yield* TestClock.adjust("1 seconds")
        yield* send()
      })
    )
  )

  it.effect("reveal a valid code to nobody else, and an invalid one not even to its holder", () =>
    scene(
      Effect.gen(function* () {
        const code = yield* send()
        for (const who of [asker("eve"), { ...ada, browser: "another" }, { ...ada, account: asAccount("another") }]) {
          assert.strictEqual((yield* refusal(who))._tag, "TooMany")
        }
        for (let step = 1; step <= MAX_TRIES; step++) yield* spend(otherThan(code, step))
        assert.strictEqual((yield* refusal())._tag, "TooMany")
      })
    )
  )

  it.effect("are sent at most three times an hour to an address, for all requests together", () =>
    scene(
      Effect.gen(function* () {
        for (const name of ["a", "b", "c"]) {
          yield* send(asker(name))
          yield* TestClock.adjust("60 seconds")
        }
        const refused = yield* refusal(asker("d"))
        assert.deepInclude(refused, { status: 429, retryAfter: 3_600 - 180 })
        yield* send(asker("d"), "other@example.org")
      })
    )
  )

  it.effect("are sent at most three times an hour for an account, and for a network", () =>
    scene(
      Effect.gen(function* () {
        for (const name of ["a", "b", "c"]) yield* send(asker(name, "192.0.2.0/24"), `${name}@example.org`)
        assert.strictEqual((yield* refusal(asker("d", "192.0.2.0/24"), "d@example.org"))._tag, "TooMany")
        yield* send(asker("d", "198.51.100.0/24"), "d@example.org")
        for (const name of ["x", "y"]) yield* send({ ...ada, browser: name }, `${name}@example.org`)
        yield* send(ada, "z@example.org")
        assert.strictEqual((yield* refusal(ada, "w@example.org"))._tag, "TooMany")
      })
    )
  )

  it.effect("are sent once for ten concurrent requests", () =>
    scene(
      Effect.gen(function* () {
        const codes = yield* EmailCodes
        const ends = yield* Effect.all(
          Array.from({ length: 10 }, (_, n) => Effect.either(codes.send(email, asker(`browser ${n}`)))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          ends.filter((end) => end._tag === "Right"),
          1
        )
        assert.lengthOf(yield* messages, 1)
      })
    )
  )

  it.effect("send no e-mail to a malformed address, and nothing with a line break", () =>
    scene(
      Effect.gen(function* () {
        for (const bad of [
          "a@b",
          "a b@c.d",
          "a@b.c\r\nBcc: eve@example.org",
          "a@b.c\u0000",
          "a,b@c.d",
          "<a@b.c>",
          ""
        ]) {
          const refused = yield* refusal(ada, bad)
          assert.deepInclude(refused, { _tag: "InvalidFields", status: 422 }, bad)
          assert.deepStrictEqual(refused._tag === "InvalidFields" && Object.keys(refused.fields), ["email"])
        }
        assert.lengthOf(yield* messages, 0)
      })
    )
  )

  it.effect("store no code in clear, neither with its hash nor, once sent, in the outbox", () =>
    scene(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const code = yield* send()
        const rows = [...(yield* sql`SELECT * FROM email_codes`), ...(yield* sql`SELECT * FROM outbox`)]
        assert.lengthOf(rows, 2)
        assert.notInclude(JSON.stringify(rows), code)
      })
    )
  )

  it.effect("compare at most 50 guesses for an address in a day of distributed attack", () =>
    scene(
      Effect.gen(function* () {
        let compared = 0
        for (let minute = 0; minute < 24 * 60; minute += 5) {
          const attacker = asker(`attacker ${minute}`, `10.${minute >> 8}.${minute & 255}.0/24`)
          const codes = yield* EmailCodes
          const sent = yield* Effect.either(codes.send(email, attacker))
          if (sent._tag === "Right") {
            const code = yield* lastCode(email)
            for (let step = 1; step <= 8; step++) {
              const response = yield* spend(otherThan(code, step), attacker)
              if (response.startsWith("wrong") || (response === "too many" && step === MAX_TRIES)) compared += 1
            }
          }
          yield* TestClock.adjust("5 minutes")
        }
        assert.isAtMost(compared, 50)
        assert.isAtLeast(compared, 5)
        // The owner gets a code again the day after.
        yield* TestClock.adjust("24 hours")
        assert.strictEqual(yield* spend(yield* send()), "done")
      })
    )
  )
})

type WorldServices = Effect.Effect.Context<ReturnType<typeof lastCode>>
