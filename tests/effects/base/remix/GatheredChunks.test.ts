/** A rendered page goes out in as few pieces as it was rendered in. */
import { createElement as h, lazy, Suspense } from "react"
import { renderToPipeableStream } from "react-dom/server"
import { assert, describe, test } from "vitest"
import { GatheredChunks } from "~/effects/base/remix/GatheredChunks.server"

const piecesOf = (body: GatheredChunks) =>
  new Promise<ReadonlyArray<string>>((resolve, reject) => {
    const pieces: Array<string> = []
    body.on("data", (piece) => pieces.push(String(piece)))
    body.on("end", () => resolve(pieces))
    body.on("error", reject)
  })

describe("GatheredChunks", () => {
  test("hands a shell of many kilobytes on as one piece, and what comes later as another", async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => h("li", { key: n }, `Row ${n}: é`))
    let tell = () => {}
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    const Later = lazy(async () => {
      await told
      return { default: () => h("p", null, "It came later.") }
    })
    const page = h("main", null, h("ul", null, rows), h(Suspense, { fallback: h("i") }, h(Later)))
    const body = new GatheredChunks()
    const { pipe } = renderToPipeableStream(page, {
      onShellReady: () => {
        pipe(body)
        tell()
      }
    })
    const pieces = await piecesOf(body)
    assert.isAtMost(pieces.length, 3)
    assert.include(pieces[0], "Row 1999: é")
    assert.notInclude(pieces[0], "It came later.")
    assert.include(pieces.join(""), "It came later.")
  })

  test("keeps nothing back at the end, and hands nothing on where there is nothing", async () => {
    const body = new GatheredChunks()
    const pieces = piecesOf(body)
    body.write("one ")
    body.write("two")
    body.flush()
    body.flush()
    body.end(" three")
    assert.deepStrictEqual(await pieces, ["one two", " three"])
  })
})
