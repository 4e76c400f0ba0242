import { assert, test } from "@effect/vitest"
import { Cause, Effect, Schema } from "effect"
import { causeInShort, reasonOf } from "~/effects/base/failures/reasonOf"

/** As wide as a stored vote. */
const Wide = Schema.Struct({
  ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field${n}`, Schema.NullOr(Schema.String)])),
  rounds: Schema.Array(Schema.Struct({ leaves: Schema.Literal("first", "last") }))
})
const stored = {
  ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field${n}`, null])),
  rounds: [{ leaves: "middle" }]
}
const misfit = () =>
  Effect.runSync(
    Effect.flip(
      Schema.decodeUnknown(Schema.Struct({ tally: Schema.parseJson(Wide) }))({ tally: JSON.stringify(stored) })
    )
  )

test("a reason names where a value does not fit its type, without the type", () => {
  const error = misfit()
  assert.isAbove(error.message.length, 3_000)
  const cause = Cause.die(error)
  assert.match(reasonOf(cause), /^at tally\.rounds\.0\.leaves: Expected "first", actual "middle"/)
  assert.isAtMost(reasonOf(cause).length, 300)
  const [first, ...places] = causeInShort(cause).split("\n")
  assert.strictEqual(first, reasonOf(cause))
  assert.isAtMost(places.length, 20)
  assert.isTrue(places.every((line) => /^\s+at /.test(line)))
})

test("a reason starts with its cause, in one line", () => {
  const cause = Cause.die(new Error("Failed to execute statement", { cause: new Error("no such column:\n  tallies") }))
  assert.strictEqual(reasonOf(cause), "no such column: tallies (Failed to execute statement)")
  assert.strictEqual(reasonOf(Cause.fail("out of paper")), "out of paper")
  assert.strictEqual(reasonOf(Cause.empty), "interrupted")
})
