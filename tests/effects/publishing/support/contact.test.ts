import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { sendMessage } from "~/effects/publishing/support/pages/contact.server"
import { Support } from "~/effects/publishing/support/Support.server"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { TODAY, world } from "../../people/signup/world"
import { visit } from "../dashboard/visits"

const typed = {
  name: "Ada",
  email: "ada@example.org",
  topic: "vote",
  message: "Line one of it.\r\nAnd line two of it.",
  website: ""
}
const live = (database: Database) => Support.Default.pipe(Layer.provideMerge(world(database)))
const post = (form: object) => visit("/support", sendMessage, { form: Object.entries(form) })
const stored = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly message: string }>`SELECT message FROM support_messages`
)

describeOnBothDatabases("POST /support", (database) => {
  it.effect("returns the address and a reference", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const { value } = yield* post(typed)
      assert.strictEqual(value.init?.status, 200)
      assert.deepInclude(value.data, { sent: true, email: "ada@example.org" })
      assert.deepStrictEqual(yield* stored, [{ message: "Line one of it.\nAnd line two of it." }])
    }).pipe(Effect.provide(live(database)))
  )

  it.effect("returns all input with an error, 422", () =>
    Effect.gen(function* () {
      const { value } = yield* post({ ...typed, name: "A", message: "short" })
      assert.strictEqual(value.init?.status, 422)
      assert.deepStrictEqual(value.data, {
        sent: false,
        draft: { ...typed, name: "A", message: "short" },
        fields: { name: "Use 3 to 60 characters.", message: "Please write at least 20 characters." },
        problem: null
      })
      assert.deepStrictEqual(yield* stored, [])
    }).pipe(Effect.provide(live(database)))
  )

  it.effect("stores nothing for a program that fills every field, and says so", () =>
    Effect.gen(function* () {
      const { value } = yield* post({ ...typed, website: "https://spam.example" })
      assert.strictEqual(value.init?.status, 422)
      assert.deepStrictEqual(yield* stored, [])
    }).pipe(Effect.provide(live(database)))
  )

  it.effect("refuses a fourth message of the day with 429 and the wait, and keeps the text", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      for (const n of [1, 2, 3]) yield* post({ ...typed, message: `${typed.message} ${n}` })
      const { headers, value } = yield* post({ ...typed, message: `${typed.message} 4` })
      assert.strictEqual(value.init?.status, 429)
      assert.strictEqual(headers.get("Retry-After"), "86400")
      assert.deepInclude(value.data, { sent: false, problem: "You have sent 3 messages today. Try again in 24 hours." })
      assert.strictEqual((yield* stored).length, 3)
    }).pipe(Effect.provide(live(database)))
  )
})
