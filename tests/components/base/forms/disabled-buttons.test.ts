/** A disabled button says why: its element refers to the text next to it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const ROOM = join(import.meta.dirname, "../../../../app/components")

/** Buttons that only demonstrate a style, by file. */
const SHOWN = ["publishing/styleguide/actions.tsx"]

/** Opening tags of buttons with their attributes, in which braces may contain arrows. */
const tagsIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/<(?:button|BusyButton|HydratedButton)\b/g)].map(({ index }) => {
    let depth = 0
    let at = index
    for (; at < source.length; at++) {
      const letter = source[at]
      if (letter === "{") depth++
      if (letter === "}") depth--
      if (letter === ">" && depth === 0) break
    }
    return source.slice(index, at)
  })

const silentIn = (source: string): ReadonlyArray<string> =>
  tagsIn(source).filter((tag) => /\sdisabled\b/.test(tag) && !/\saria-describedby=/.test(tag))

describe("disabled buttons", () => {
  it("refer to the text that says why", () => {
    const files = readdirSync(ROOM, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .filter((file) => !SHOWN.includes(file))
    const sources = files.map((file) => [file, readFileSync(join(ROOM, file), "utf8")] as const)
    assert.isAtLeast(sources.flatMap(([, source]) => tagsIn(source)).length, 100)
    assert.deepStrictEqual(
      sources.filter(([, source]) => silentIn(source).length > 0).map(([file]) => file),
      []
    )
  })

  it("are found, whatever their attributes contain", () => {
    assert.lengthOf(silentIn("<button onClick={() => go()} disabled={!isReady}>Go</button>"), 1)
    assert.lengthOf(silentIn("<BusyButton\n  disabled\n  aria-describedby={why}\n>Go</BusyButton>"), 0)
  })
})
