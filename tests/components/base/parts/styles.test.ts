/**
 * The rules of the design, tested: where colours may be written, and that they can be read (docs/product/publishing.md,
 * docs/goals.md A4, docs/product/safety.md).
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const folder = join(import.meta.dirname, "../../../../app/styles")
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => ({ file, css: readFileSync(join(folder, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "") }))
const tokens = files.find(({ file }) => file === "tokens.css")?.css ?? ""

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string): number => {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(full.slice(at, at + 2), 16) / 255)
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Both colours of a token, light and dark. */
const colour = (name: string) => {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]+), (#[0-9a-f]+)\\)`).exec(tokens)
  if (found === null) throw new Error(`no token --${name}`)
  return { light: found[1] ?? "", dark: found[2] ?? "" }
}

describe("styles", () => {
  it.each(files.filter(({ file }) => file !== "tokens.css"))("$file names no colour, duration or font", ({ css }) => {
    expect(css.match(/#[0-9a-f]{3,8}\b(?=[^{]*;)|\b(?:rgb|hsl|oklch|oklab|color)\(/gi) ?? []).toEqual([])
    expect(css.match(/(?<![\w-])\d*\.?\d+m?s\b/g) ?? []).toEqual([])
    expect(css.match(/font-family:(?!\s*(?:var\(|inherit))[^;]*/g) ?? []).toEqual([])
  })

  it.each(["light", "dark"] as const)("text is readable on every background (%s)", (theme) => {
    const pairs = [
      ...["ink", "ink-2", "primary", "needs-you", "ok", "warn", "bad"].flatMap((text) =>
        ["ground", "surface", "sunken"].map((ground) => [text, ground] as const)
      ),
      ...["ok", "warn", "bad", "needs-you", "primary"].map((text) => [text, `${text}-soft`] as const),
      ...["ok", "warn", "bad", "needs-you", "primary"].map((text) => ["ink", `${text}-soft`] as const),
      ["on-primary", "primary"] as const,
      ["on-primary", "primary-strong"] as const
    ]
    const weak = pairs.filter(([text, ground]) => contrast(colour(text)[theme], colour(ground)[theme]) < 4.5)
    expect(weak).toEqual([])
  })

  it.each(["light", "dark"] as const)("borders of fields and the focus ring are visible (%s)", (theme) => {
    for (const edge of ["control", "primary", "bad"]) {
      for (const ground of ["ground", "surface", "sunken"]) {
        expect(contrast(colour(edge)[theme], colour(ground)[theme])).toBeGreaterThanOrEqual(3)
      }
    }
  })

  it("animations stop when less motion is preferred", () => {
    const reduced = tokens.slice(tokens.indexOf("prefers-reduced-motion"))
    const durations = [...tokens.matchAll(/--([\w-]+): \d+ms;/g)].map(([, name]) => name ?? "")
    for (const name of new Set(durations)) expect(reduced).toContain(`--${name}: 0ms`)
  })
})
