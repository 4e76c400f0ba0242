/** Who opens a treasury, in words: no page says "alone" where several signers are needed. */
import { assert, describe, it } from "vitest"
import { opensWords } from "~/effects/treasury/deployment/opens"

describe("who opens a treasury, in words", () => {
  it("says alone for one badge only, and claims nothing while the ledger is silent", () => {
    assert.strictEqual(opensWords("one"), "Each holder of an admin badge on the ledger can move the treasury alone.")
    assert.strictEqual(
      opensWords({ needed: 2, keepers: 3 }),
      "2 of 3 signers move the treasury together; no badge opens it alone."
    )
    assert.notInclude(opensWords(null), "alone")
  })
})
