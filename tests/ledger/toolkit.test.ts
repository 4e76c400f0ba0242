/** The official toolkit supports version 1 only, where it must agree with our compiler byte for byte. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { RadixEngineToolkit } from "@radixdlt/radix-engine-toolkit"
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { compileManifest } from "~/ledger/index"
import { ABSENT } from "./scenarios"
import { fill, templates } from "./templates"

/** The toolkit returns a whole payload, whose first byte is the prefix. */
const PREFIX = "4d"

describe("the official toolkit", () => {
  it("compiles the version 1 templates to our bytes", async ({ skip }) => {
    if (templates === undefined) return skip(ABSENT)
    const first = templates.filter(({ kind }) => kind === "v1")
    assert.lengthOf(first, 23)
    for (const { name, text } of first) {
      const value = fill(text)
      const theirs = await RadixEngineToolkit.Instructions.compile({ kind: "String", value }, 2)
      const ours = Either.getOrThrow(compileManifest(value, { kind: "v1", networkId: 2 }))
      assert.strictEqual(PREFIX + bytesToHex(ours.instructions), bytesToHex(theirs), name)
    }
  })
})
