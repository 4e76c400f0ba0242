import { Effect, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { AmountFromText, AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"

const Row = Schema.Struct({ id: Schema.String, total: AmountText, held: AmountFromText }).annotations(rowOf("claims"))

const refusal = (...rows: ReadonlyArray<unknown>) =>
  Effect.runSync(Effect.flip(Schema.decodeUnknown(Schema.Array(Row))(rows))).message

describe("a row whose amount cannot be read", () => {
  it("is reported with its table, key and column", () => {
    const good = { id: "a", total: "1", held: "2.5" }
    assert.include(
      refusal(good, { id: "abc", total: "12,5", held: "1" }),
      `claims abc: total: "12,5" is not a decimal amount`
    )
    assert.include(refusal({ id: "abc", total: "1", held: "" }), `claims abc: held: "" is not a decimal amount`)
    assert.include(refusal({ id: "abc", total: "1", held: null }), "claims abc: held: Expected string, actual null")
    assert.include(refusal("nothing"), "claims ?: is not a row")
  })

  it("is reported with every column of its key", () => {
    const Two = Schema.Struct({ seriesId: Schema.String, day: Schema.Number, owed: AmountText }).annotations(
      rowOf("bond_cover", ["seriesId", "day"])
    )
    const failed = Effect.runSync(Effect.flip(Schema.decodeUnknown(Two)({ seriesId: "s", day: 7, owed: "1e3" })))
    assert.include(failed.message, "bond_cover s/7: owed:")
  })
})

describe("an amount of a row", () => {
  it("keeps its spelling as text and is exact as a number", () => {
    const row = Schema.decodeUnknownSync(Row)({ id: "a", total: "1.50", held: "0.000000000000000001" })
    assert.strictEqual(row.total as string, "1.50")
    assert.strictEqual(row.held, 1n)
    assert.deepStrictEqual(Schema.encodeSync(Row)(row), { id: "a", total: "1.50", held: "0.000000000000000001" })
  })
})
