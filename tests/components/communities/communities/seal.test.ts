/** Emblems: one for each community, always the same, readable in both themes (docs/product/publishing.md). */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { sealOf } from "~/effects/communities/communities/seal"

const app = join(import.meta.dirname, "../../../../app")
const css = readFileSync(join(app, "components/communities/communities/seals.css"), "utf8")
const tokens = readFileSync(join(app, "styles/tokens.css"), "utf8")

const luminance = (hex: string): number => {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
const pair = (text: string, pattern: RegExp) => {
  const [, light = "", dark = ""] = pattern.exec(text) ?? []
  assert.match(light, /^#/)
  return [light, dark] as const
}

const letters = FastCheck.constantFrom(..."abcdefghijklmnopqrstuvwxyz234567")
const ids = FastCheck.array(letters, { minLength: 12, maxLength: 12 }).map((id) => id.join(""))

describe("seals", () => {
  it("have twelve hues whose monograms can be read on every background, light and dark", () => {
    for (let hue = 1; hue <= 12; hue++) {
      const seal = pair(css, new RegExp(`\\[data-hue="${hue}"\\] \\{\\s+--seal: light-dark\\((#\\w+), (#\\w+)\\)`))
      for (const ground of ["ground", "surface", "sunken"]) {
        const below = pair(tokens, new RegExp(`--${ground}: light-dark\\((#\\w+), (#\\w+)\\)`))
        assert.isAtLeast(contrast(seal[0], below[0]), 4.5, `hue ${hue} on light ${ground}`)
        assert.isAtLeast(contrast(seal[1], below[1]), 4.5, `hue ${hue} on dark ${ground}`)
      }
    }
  })

  it("use every hue and every band, and depend on the id alone", () => {
    const seals = FastCheck.sample(ids, 2_000).map((id) => ({ id, seal: sealOf(id, "A name") }))
    for (const { id, seal } of seals) assert.deepEqual(sealOf(id, "A name"), seal)
    assert.strictEqual(new Set(seals.map(({ seal }) => seal.hue)).size, 12)
    assert.isAtLeast(new Set(seals.map(({ seal }) => seal.band)).size, 6)
  })

  it.each([
    ["Riverside Garden Co-op", "RG"],
    ["Commons", "CO"],
    ["élan vital", "ÉV"],
    ["100 Trees", "1T"],
    ["  the 'Quiet' Room ", "TQ"],
    ["…", ""]
  ])("show the initials of %j in the middle: %s", (name, monogram) => {
    assert.strictEqual(sealOf("aaaaaaaaaaaa", name).monogram, monogram)
  })
})
