import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { compileManifest, decompile, parseManifest, renderManifest } from "~/ledger/index"
import { ABSENT } from "./scenarios"
import { fill, templates } from "./templates"

const networkId = 2

describe("manifest templates", () => {
  it("all compile to the same bytes after parsing and rendering", ({ skip }) => {
    if (templates === undefined) return skip(ABSENT)
    assert.strictEqual(templates.length, 31)
    for (const { kind, name, text } of templates) {
      const filled = fill(text)
      const compiled = Either.getOrThrowWith(
        compileManifest(filled, { kind, networkId }),
        (error) => `${name}: ${error}`
      )
      const rendered = renderManifest(Either.getOrThrow(parseManifest(filled)))
      const again = Either.getOrThrowWith(
        compileManifest(rendered, { kind, networkId }),
        (error) => `${name}: ${error}`
      )
      assert.strictEqual(bytesToHex(again.instructions), bytesToHex(compiled.instructions), name)
    }
  })

  it("all survive decompiling", ({ skip }) => {
    if (templates === undefined) return skip(ABSENT)
    for (const { kind, name, text } of templates) {
      const compiled = Either.getOrThrow(compileManifest(fill(text), { kind, networkId }))
      const tree = Either.getOrThrow(decompile(compiled.values, { children: compiled.children, networkId }))
      assert.deepStrictEqual(Either.getOrThrow(compileManifest(tree, { kind, networkId })), compiled, name)
    }
  })
})
