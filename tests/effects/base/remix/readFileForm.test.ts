import { Effect, Either } from "effect"
import { assert, describe, it } from "vitest"
import { readFileForm } from "~/effects/base/remix/readFileForm.server"

const read = (body: BodyInit, type?: string) =>
  Effect.runPromise(
    Effect.either(
      readFileForm(
        new Request("http://127.0.0.1/", {
          method: "POST",
          body,
          ...(type === undefined ? {} : { headers: { "Content-Type": type } })
        }),
        "file"
      )
    )
  )

const MULTIPART = "multipart/form-data; boundary=edge"

describe("a form with a file", () => {
  it("returns its texts without control characters, and the bytes of its file unchanged", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, n) => n % 256)
    const form = new FormData()
    form.set("address", "caf\u00e9\u0000 \u2028x")
    form.set("file", new File([bytes], "d\u00e9p\u00f4t \u2013 1.json"))
    form.set("other", new File(["of no use"], "other.txt"))
    const found = Either.getOrThrow(await read(form))
    assert.strictEqual(found.form.get("address"), "caf\u00e9 \u2028x")
    assert.strictEqual(found.file?.name, "d\u00e9p\u00f4t \u2013 1.json")
    assert.deepStrictEqual(new Uint8Array(found.file?.bytes ?? []), bytes)
    assert.isFalse(found.form.has("other"))
  })

  it("has no file if none was chosen or the field is a text", async () => {
    const empty = new FormData()
    empty.set("file", new File([], ""))
    assert.isNull(Either.getOrThrow(await read(empty)).file)
    const text = new FormData()
    text.set("file", "a text")
    assert.isNull(Either.getOrThrow(await read(text)).file)
    const plain = Either.getOrThrow(await read(new URLSearchParams({ address: "a" })))
    assert.strictEqual(plain.form.get("address"), "a")
    assert.isNull(plain.file)
  })

  it("is malformed if it cannot be parsed", async () => {
    for (const [body, type] of [
      ["--edge\r\n", MULTIPART],
      ['--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ncut off', MULTIPART],
      ["x", "multipart/form-data"],
      ["x", "text/plain"]
    ] as const) {
      const found = await read(body, type)
      assert.isTrue(Either.isLeft(found), JSON.stringify([body, type]))
    }
  })
})
