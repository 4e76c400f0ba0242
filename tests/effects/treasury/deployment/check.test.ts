/** What the deploy form refuses, in the words of docs/product/treasury.md, and what it stores. */
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { checkDeploy } from "~/effects/treasury/deployment/check"
import { ownerOf, roleOf } from "~/effects/treasury/deployment/roles"
import { type DeployValues, mergeValues, startValues, stepOf, stepOfField } from "~/effects/treasury/deployment/values"
import { ADA, XRD } from "../../chain/ledger/transactions"

const start = startValues(ADA, "Riverside Garden")
const errors = (changes: Partial<DeployValues>) =>
  Either.match(checkDeploy({ ...start, ...changes }), { onLeft: (fields) => fields, onRight: () => ({}) })

describe("the deploy form", () => {
  it("begins with valid values", () => {
    assert.isTrue(Either.isRight(checkDeploy(start)))
    assert.strictEqual(start.symbol, "RIVE")
  })

  it.each<readonly [Partial<DeployValues>, Readonly<Record<string, string>>]>([
    [{ admin: "" }, { admin: "This is not an account on the test network." }],
    [{ admin: XRD }, { admin: "This is not an account on the test network." }],
    [{ admin: ADA.replace("tdx_2_", "rdx") }, { admin: "This is not an account on the test network." }],
    [{ token: "link", resource: ADA }, { resource: "This is not a token address on the test network." }],
    [{ token: "link", resource: `${XRD}x` }, { resource: "This is not a token address on the test network." }],
    [{ tokenName: "x" }, { tokenName: "Use 2 to 40 characters." }],
    [{ tokenName: "x".repeat(41) }, { tokenName: "Use 2 to 40 characters." }],
    [{ symbol: "grd" }, { symbol: "Use 2 to 10 capital letters or digits." }],
    [{ symbol: 'A"; B' }, { symbol: "Use 2 to 10 capital letters or digits." }],
    [{ divisibility: "19" }, { divisibility: "Enter a whole number from 0 to 18." }],
    [{ divisibility: "1e1" }, { divisibility: "Enter a whole number from 0 to 18." }],
    [{ divisibility: "0", supply: "10.5" }, { supply: "Enter a whole number." }],
    [{ divisibility: "2", supply: "10.555" }, { supply: "Use at most 2 decimal places." }],
    [{ opens: "several", signers: " \n" }, { signers: "Name 1 to 8 others, one per line." }],
    [{ opens: "several", signers: "a\nb\nc\nd\ne\nf\ng\nh\ni" }, { signers: "Name 1 to 8 others, one per line." }],
    [{ opens: "several", signers: "Ben\nBen" }, { signers: "List each of them only once." }],
    [{ opens: "several", signers: "x".repeat(121) }, { signers: "One of these lines is too long." }],
    [{ opens: "several", signers: "Ben\nCas", needed: "1" }, { needed: "Enter 2 to 3; you count as one of them." }],
    [{ opens: "several", signers: "Ben\nCas", needed: "4" }, { needed: "Enter 2 to 3; you count as one of them." }],
    ...["0", "0.5", "1000000001", "1,000", "-5", "1e9", "NaN", ""].map(
      (supply) => [{ supply }, { supply: "Enter a number from 1 to 1,000,000,000, without separators." }] as const
    )
  ])("refuses %j", (changes, fields) => assert.deepStrictEqual(errors(changes), fields))

  it("accepts the limits of every range", () => {
    for (const supply of ["1", "1000000000", "1.000000000000000001"]) assert.deepStrictEqual(errors({ supply }), {})
    for (const divisibility of ["0", "18"]) assert.deepStrictEqual(errors({ divisibility }), {})
    assert.deepStrictEqual(errors({ token: "link", resource: ` ${XRD} ` }), {})
    // What is not requested is not checked.
    assert.deepStrictEqual(errors({ token: "none", symbol: "", supply: "x" }), {})
  })

  it("reads drafts of any content", () => {
    const odd = { admin: 5, token: "all", mintable: "maybe", recoverable: null, symbol: "S".repeat(900), more: "x" }
    const values = mergeValues(start, odd)
    assert.deepStrictEqual({ ...values, symbol: "" }, { ...start, symbol: "" })
    assert.lengthOf(values.symbol, 500)
    assert.deepStrictEqual(["token", "nonsense", null].map(stepOf), ["token", "account", "account"])
    assert.strictEqual(stepOfField("supply"), "token")
  })
})

describe("roles as the gateway returns them", () => {
  const rule = {
    type: "Protected",
    access_rule: {
      type: "ProofRule",
      proof_rule: { type: "Require", requirement: { type: "Resource", resource: "badge" } }
    }
  }
  const entry = (name: string, explicit_rule: unknown) => ({
    role_key: { name, module: "Main" },
    assignment: { resolution: "Explicit", explicit_rule }
  })
  const roles = {
    owner: { rule, updater: "Owner" },
    entries: [entry("minter", { type: "DenyAll" }), entry("storer", rule), entry("burner", { type: "AllowAll" })]
  }
  it("name the badge, nobody or everybody, and nothing for an unknown role", () => {
    assert.strictEqual(ownerOf(roles), "badge")
    assert.deepStrictEqual(
      ["minter", "storer", "burner", "freezer"].map((name) => roleOf(roles, name)),
      ["nobody", "badge", "everybody", undefined]
    )
    for (const odd of [null, {}, { owner: {} }, { ...roles, owner: { rule: { type: "Protected" } } }]) {
      assert.isUndefined(ownerOf(odd))
    }
  })
})
