/** Link previews: nothing beyond the edges, titles that wrap and are cut, and characters that no font has. */
import { FastCheck as fc } from "effect"
import { assert, beforeAll, describe, test } from "vitest"
import type { Facts, ShownResult } from "~/effects/publishing/previews/Facts"
import { loadFonts } from "~/effects/publishing/previews/fonts/fonts.server"
import { HEIGHT, layOut, MARGIN, type Shape, WIDTH } from "~/effects/publishing/previews/layout"
import { cut, drawable, type Fonts, pathOf, widthOf, wrap } from "~/effects/publishing/previews/letters"

let fonts: Fonts
beforeAll(async () => {
  fonts = await loadFonts()
})

const letters = fc.constantFrom(..."abcMWil ÄéßŁőΩжЯ语م🎉.,–\n\u200b\u0301".split(""), " ", "ffi", "🎉", "Ǆ")
const words = (most: number) =>
  fc.oneof(
    fc.string({ maxLength: most }),
    fc.array(letters, { maxLength: most }).map((parts) => parts.join("")),
    fc.constantFrom("W".repeat(most), "i".repeat(most), "W ".repeat(most / 2), "-".repeat(most), "语".repeat(most))
  )
const share = fc.record({
  label: words(80),
  share: fc.integer({ min: -10, max: 1_100 }),
  words: fc.constantFrom("0.0%", "100.0%", "< 0.1%"),
  style: fc.constantFrom("for" as const, "against" as const, "soft" as const)
})
const result: fc.Arbitrary<ShownResult> = fc.oneof(
  fc.record({
    kind: fc.constant("split" as const),
    parts: fc.array(
      share.map((each) => ({ ...each, label: "Yes" })),
      { minLength: 2, maxLength: 2 }
    ),
    needed: fc.option(
      fc.record({ at: fc.integer({ min: 0, max: 1_000 }), words: fc.constant("Needs at least 66.67%") })
    )
  }),
  fc.record({
    kind: fc.constant("bars" as const),
    bars: fc.array(share, { maxLength: 3 }),
    more: fc.constantFrom("", "and 17 other choices")
  }),
  fc.record({ kind: fc.constant("words" as const), words: words(140) })
)
const facts: fc.Arbitrary<Facts> = fc.record({
  eyebrow: words(120),
  title: words(140),
  otherTitle: fc.constant("Proposal 12"),
  community: words(60),
  state: fc.record({
    word: fc.constantFrom("Open", "Passed, execution failed"),
    tone: fc.constantFrom("open", "ok", "warn", "bad", "needs", "plain")
  }),
  time: fc.constantFrom("", "Voting opens 24 Nov 2026, 18:00 UTC"),
  result,
  note: words(120)
})

const rightOf = (shape: Shape) => (shape.kind === "seal" ? shape.x + shape.radius : shape.x + shape.width)
const leftOf = (shape: Shape) => (shape.kind === "seal" ? shape.x - shape.radius : shape.x)
const bottomOf = (shape: Shape) =>
  shape.kind === "box" ? shape.y + shape.height : shape.kind === "seal" ? shape.y + shape.radius : shape.y
/** Fonts reach at most a third of an em below the baseline, and one above it. */
const reach = { below: 0.34, above: 1.04 }

describe("a picture", () => {
  test("never reaches beyond its margins, whatever it contains", () => {
    fc.assert(
      fc.property(facts, (shown) => {
        const [ground, ...shapes] = layOut(fonts, shown, "Commonhold")
        assert.deepEqual(ground, { kind: "box", x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: "ground" })
        for (const shape of shapes) {
          assert.isAtLeast(leftOf(shape), MARGIN, JSON.stringify(shape))
          assert.isAtMost(rightOf(shape), WIDTH - MARGIN + 0.5, JSON.stringify(shape))
          if (shape.kind === "text") {
            assert.isAtLeast(shape.y - shape.letters.size * reach.above, 0)
            assert.isAtMost(shape.y + shape.letters.size * reach.below, HEIGHT)
          } else assert.isAtMost(bottomOf(shape), HEIGHT)
          if (shape.kind === "box") assert.isAtLeast(shape.width, 0)
        }
      }),
      { numRuns: 300 }
    )
  })

  test("shows the whole title if three lines can hold it, and cuts it with dots otherwise", () => {
    const base = fc.sample(facts, { numRuns: 1, seed: 1 })[0] as Facts
    const linesOf = (title: string) =>
      layOut(fonts, { ...base, title }, "Commonhold").flatMap((shape) =>
        shape.kind === "text" && shape.letters.style === "serif" && shape.letters.size > 40 ? [shape.text] : []
      )
    const title = "Buy a second water tank for the lower beds before the summer, and dig a place for it"
    assert.strictEqual(linesOf(title).join(" "), title)
    const long = linesOf("Water the garden by turns, ".repeat(8))
    assert.lengthOf(long, 3)
    assert.match(long.at(-1) ?? "", /[^\s,]…$/)
  })
})

describe("letters", () => {
  const style = { style: "serif", size: 60 } as const

  test("wrap without losing one, each line within its width", () => {
    fc.assert(
      fc.property(words(100), (text) => {
        const shown = drawable(fonts, "serif", text)
        if (shown === null) return
        const { isWhole, lines } = wrap(fonts, style, shown, 500, 60)
        for (const line of lines) assert.isAtMost(widthOf(fonts, style, line), 500)
        if (isWhole) assert.strictEqual(lines.join("").replaceAll(" ", ""), shown.replaceAll(" ", ""))
      }),
      { numRuns: 300 }
    )
  })

  test("are cut to any width", () => {
    fc.assert(
      fc.property(words(80), fc.integer({ min: 0, max: 800 }), (text, width) => {
        const shown = drawable(fonts, "sans", text) ?? ""
        assert.isAtMost(
          widthOf(fonts, { style: "sans", size: 24 }, cut(fonts, { style: "sans", size: 24 }, shown, width)),
          width
        )
      })
    )
  })

  test("that no font has are omitted if they are few; otherwise nothing is written", () => {
    assert.strictEqual(drawable(fonts, "serif", "A party 🎉 on Sunday"), "A party on Sunday")
    assert.strictEqual(
      drawable(fonts, "serif", "Ελληνικά, Русский, Tiếng Việt, Łódź"),
      "Ελληνικά, Русский, Tiếng Việt, Łódź"
    )
    for (const text of ["我们买一个水箱吗", "هل نشتري خزانًا", "Tank 水箱水箱水箱", "🎉", "", "   "]) {
      assert.isNull(drawable(fonts, "serif", text), text)
    }
  })

  test("are drawn as closed outlines of numbers alone", () => {
    const path = pathOf(fonts, style, "Wäffle & <b>", 10, 100)
    assert.match(path, /^(M-?[\d.]+ -?[\d.]+|L-?[\d.]+ -?[\d.]+|Q-?[\d.]+ -?[\d.]+ -?[\d.]+ -?[\d.]+|Z)+$/)
    assert.strictEqual(path.split("M").length, path.split("Z").length)
  })

  test("are kerned as the font says", () => {
    const apart = widthOf(fonts, style, "A") + widthOf(fonts, style, "V")
    assert.isBelow(widthOf(fonts, style, "AV"), apart)
    assert.strictEqual(widthOf(fonts, style, "HH"), 2 * widthOf(fonts, style, "H"))
  })
})
