/** Which rules of a treasury are read as signers' rules: over badges or over keys, and never over both. */
import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { signerRuleOf, treasuryRuleOf } from "~/effects/treasury/deployment/roles"
import { shortRule } from "~/effects/treasury/deployment/seatIds"
import { badgeOfKey, signerOf } from "~/ledger/index"
import { STOKENET, signer } from "../../../ledger/signing"

const BADGE = "resource_tdx_2_badge"
const keyOf = ({ publicKey }: ReturnType<typeof signer>): readonly [string, string] => {
  const { id = "", resource } = badgeOfKey(publicKey, STOKENET)
  return [resource, id]
}
const [one, two] = [keyOf(signer(1)), keyOf(signerOf("secp256k1", new Uint8Array(32).fill(2)))]
const ruled = (...counted: ReadonlyArray<readonly [string, string]>) => ({
  owner: {
    rule: {
      type: "Protected",
      access_rule: {
        type: "ProofRule",
        proof_rule: {
          type: "CountOf",
          count: 2,
          list: counted.map(([resource_address, simple_rep]) => ({
            type: "NonFungible",
            non_fungible: { resource_address, local_id: { simple_rep } }
          }))
        }
      }
    }
  },
  entries: []
})

describe("the rule of a multisig treasury", () => {
  const keys = { ids: [one.join(":"), two.join(":")], needed: 2 }

  it("counts badges of its community, or keys of both curves", () => {
    assert.deepStrictEqual(treasuryRuleOf(ruled([BADGE, "#1#"], [BADGE, "#2#"]), BADGE), {
      ids: ["#1#", "#2#"],
      needed: 2
    })
    assert.deepStrictEqual(treasuryRuleOf(ruled(one, two), BADGE), keys)
    assert.deepStrictEqual(signerRuleOf(ruled(one, two), null), Option.some(keys))
  })

  it.each([
    ["badges and keys together", [one, [BADGE, "#1#"]]],
    ["badges of another community", [["resource_tdx_2_other", "#1#"]]],
    ["a key badge that no key has", [one, [two[0], "#1#"]]],
    ["a key badge of another length", [one, [two[0], "[00]"]]],
    ["nothing", []]
  ] as const)("is a different rule if it counts %s", (_, counted) => {
    assert.deepStrictEqual(signerRuleOf(ruled(...counted), null), Option.none())
    if (counted.length > 0) assert.strictEqual(treasuryRuleOf(ruled(...counted), BADGE), "other")
  })

  it("is shortened for sentences", () => {
    assert.strictEqual(
      shortRule(`2 of ${keys.ids.join(" ")}`),
      `2 of …${one[1].slice(-9, -1)} …${two[1].slice(-9, -1)}`
    )
    assert.strictEqual(shortRule("2 of #1# #2#"), "2 of #1# #2#")
  })
})
