/** The text about who opens a treasury: no page says "alone" if several signers are needed. */
import { assert, describe, it } from "vitest"
import { opensWords } from "~/effects/treasury/deployment/opens"

describe("the text about who opens a treasury", () => {
  it('contains "alone" for one badge only, and claims nothing while the ledger does not respond', () => {
    assert.strictEqual(opensWords("one"), "Anyone with an admin badge on the ledger can spend from the treasury alone.")
    assert.strictEqual(
      opensWords({ needed: 2, signers: 3 }),
      "2 of 3 signers must approve what leaves the treasury; a single badge is not enough."
    )
    assert.notInclude(opensWords(null), "alone")
  })
})
