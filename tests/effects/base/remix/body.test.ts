import { Effect, Either, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { readBody, readJson } from "~/effects/base/remix/body"

const posted = (body: string) => new Request("http://127.0.0.1/api", { method: "POST", body })
const read = (body: string) => Effect.runPromise(Effect.either(readBody(posted(body))))

describe("a JSON body", () => {
  it("is stripped of control characters at any depth", async () => {
    const body = await read(JSON.stringify({ a: "x\u0000y", b: [{ c: "\u0007z\n" }], n: 1, t: null }))
    assert.deepEqual(body, Either.right({ a: "xy", b: [{ c: "z\n" }], n: 1, t: null }))
  })

  it("is refused by field if it contains half of a surrogate pair", async () => {
    for (const body of [{ bio: "a\uD800" }, { bio: ["x", { deep: "\uDC00" }] }]) {
      const refused = await Effect.runPromise(Effect.flip(readJson(Schema.Struct({}), posted(JSON.stringify(body)))))
      assert.deepInclude(refused, { _tag: "InvalidFields", status: 422 })
      assert.property("fields" in refused ? refused.fields : {}, "bio")
    }
  })

  it("with excessive nesting causes no defect", async () => {
    for (const text of ["[".repeat(200_000), `${"[".repeat(100_000)}"x"${"]".repeat(100_000)}`, "", "{", "\uFEFF"]) {
      const response = await read(text)
      if (Either.isLeft(response)) assert.strictEqual(response.left._tag, "MalformedBody")
    }
  })
})
