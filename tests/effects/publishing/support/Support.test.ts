import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer, TestClock } from "effect"
import type { ContactForm } from "~/effects/publishing/support/forms"
import { A_DAY, Support } from "~/effects/publishing/support/Support.server"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { messages, TODAY, world } from "../../people/signup/world"

const form: ContactForm = {
  name: "Ada",
  email: "ada@example.org",
  topic: "vote",
  message: "The count of vote 7 looks odd to me.",
  website: ""
}
const from = (name: string, address: string | null = null) => ({ browser: `browser of ${name}`, address })
const live = (database: Database) =>
  Support.Default.pipe(Layer.provideMerge(world(database, { mailFrom: "Site <people@site.example>" })))
const atNoon = TestClock.setTime(TODAY)
const stored = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly senderHash: string | null; readonly message: string }>`
  SELECT sender_hash, message FROM support_messages ORDER BY created_at`
)

describeOnBothDatabases("Support", (database) => {
  it.effect("stores a message, mails it to the operator, and gives a reference", () =>
    Effect.gen(function* () {
      yield* atNoon
      const support = yield* Support
      const reference = yield* support.send(form, from("Ada", "203.0.113.7"))
      assert.match(reference, /^[A-Z2-7]{8}$/)
      const [message, ...more] = yield* messages
      assert.deepStrictEqual(more, [])
      assert.strictEqual(message?.to, "people@site.example")
      assert.strictEqual(message?.subject, `Support ${reference}: vote`)
      assert.include(message?.text ?? "", form.message)
      assert.include(message?.text ?? "", "Reply to: ada@example.org")
      const [row] = yield* stored
      assert.strictEqual(row?.message, form.message)
      assert.notInclude(row?.senderHash ?? "", "203.0.113.7")
    }).pipe(Effect.provide(live(database)))
  )

  it.effect("stores a repeated message once, even if concurrent, with one reference", () =>
    Effect.gen(function* () {
      yield* atNoon
      const support = yield* Support
      const send = support.send(form, from("Ada"))
      const [one, other] = yield* Effect.all([send, send], { concurrency: 2 })
      assert.strictEqual(one, other)
      assert.strictEqual((yield* stored).length, 1)
      assert.strictEqual((yield* messages).length, 1)
    }).pipe(Effect.provide(live(database)))
  )

  const holders = [
    ["network address", (n: number) => [`p${n}@example.org`, from(`p${n}`, "203.0.113.7")] as const],
    ["browser", (n: number) => [`p${n}@example.org`, from("one", `203.0.113.${n}`)] as const],
    [
      "e-mail address, however it is written",
      (n: number) => [n % 2 === 0 ? "Ada@Example.org" : "ada@example.org", from(`p${n}`, `203.0.113.${n}`)] as const
    ]
  ] as const
  for (const [holder, sender] of holders) {
    it.effect(`accepts ${A_DAY} a day from one ${holder}, then says when to try again`, () =>
      Effect.gen(function* () {
        yield* atNoon
        const support = yield* Support
        const send = (n: number) => {
          const [email, who] = sender(n)
          return support.send({ ...form, email, message: `${form.message} Number ${n}.` }, who)
        }
        for (let n = 1; n <= A_DAY; n++) yield* send(n)
        yield* TestClock.adjust(Duration.hours(1))
        const refused = yield* Effect.flip(send(4))
        assert.deepInclude(refused, { status: 429, code: "E-LIMIT", retryAfter: 23 * 3_600 })
        assert.strictEqual(refused.message, "You have sent 3 messages today. Try again in 23 hours.")
        // Further tries do not lengthen the wait.
        yield* TestClock.adjust(Duration.hours(23))
        yield* send(5)
        assert.strictEqual((yield* stored).length, 4)
      }).pipe(Effect.provide(live(database)))
    )
  }

  it.effect("deletes the origin of a message after 2 days, and the message after a year", () =>
    Effect.gen(function* () {
      yield* atNoon
      const support = yield* Support
      yield* support.send(form, from("Ada", "203.0.113.7"))
      yield* TestClock.setTime(TODAY + Duration.toMillis("49 hours"))
      yield* support.sweep
      assert.deepStrictEqual(
        (yield* stored).map((row) => row.senderHash),
        [null]
      )
      yield* TestClock.setTime(TODAY + Duration.toMillis("366 days"))
      yield* support.sweep
      assert.deepStrictEqual(yield* stored, [])
    }).pipe(Effect.provide(live(database)))
  )
})
