import { Effect, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import {
  type Admin,
  deriveAddress,
  isHolderAddress,
  isResourceAddress,
  ONE,
  renderManifest,
  Templates,
  wellKnown
} from "~/ledger/index"

const ADA = deriveAddress("account", "curve25519", new Uint8Array(32).fill(1), 2)
const PERSONA = deriveAddress("identity", "curve25519", new Uint8Array(32).fill(1), 2)
const XRD = wellKnown("xrd", 2)
const LOCKER = LockerAddress.make("locker_tdx_2_1one")
const kinds = {
  account: Schema.is(AccountAddress),
  resource: Schema.is(ResourceAddress),
  locker: Schema.is(LockerAddress)
}

const readAs = (text: string) => Object.entries(kinds).flatMap(([kind, is]) => (is(text) ? [kind] : []))

describe("address schemas", () => {
  it("accept one kind of address each, and refuse names, keys, hashes and empty text", () => {
    assert.deepStrictEqual(readAs(ADA), ["account"])
    assert.deepStrictEqual(readAs(XRD), ["resource"])
    assert.deepStrictEqual(readAs(LOCKER), ["locker"])
    for (const text of [
      "",
      "Ada Main",
      "ab".repeat(32),
      "txid_tdx_2_1abc",
      PERSONA,
      `${ADA} `,
      `x${ADA}`,
      "account_"
    ]) {
      assert.deepStrictEqual(readAs(text), [], text)
    }
  })

  it("accept another network in a stored row, so that a moved database opens, but not in a form", () => {
    const elsewhere = deriveAddress("account", "curve25519", new Uint8Array(32).fill(1), 1)
    assert.deepStrictEqual(readAs(elsewhere), ["account"])
    assert.isFalse(isHolderAddress("account", elsewhere, 2))
    assert.isFalse(isResourceAddress(XRD.replace("tdx_2_", "rdx"), 2))
    assert.isTrue(isResourceAddress(XRD, 2))
    assert.isFalse(isResourceAddress(ADA, 2))
  })

  it("name the table, row and column of an address that cannot be read", () => {
    const Row = Schema.Struct({ id: Schema.String, account: AccountAddress, resource: ResourceAddress })
    const refused = Effect.runSync(
      Effect.flip(
        Schema.decodeUnknown(Row.annotations(rowOf("claims")))({ id: "abc", account: XRD, resource: "Garden token" })
      )
    )
    assert.include(refused.message, `claims abc: account: ${JSON.stringify(XRD)} is not the address of an account`)
    const other = Effect.runSync(
      Effect.flip(Schema.decodeUnknown(Row.annotations(rowOf("claims")))({ id: "abc", account: ADA, resource: ADA }))
    )
    assert.include(other.message, `claims abc: resource: ${JSON.stringify(ADA)} is not the address of a token`)
  })
})

describe("a manifest template", () => {
  const admin: Admin = { account: ADA, badge: XRD, id: "#1#" }
  const kept = { locker: LOCKER, account: ADA, resource: XRD, amount: ONE }

  it("accepts each kind of address only in its own place; anything else does not compile", () => {
    assert.include(renderManifest(Templates.claim(kept)), ADA)
    const wrong = [
      // @ts-expect-error a resource is not an account
      Templates.claim({ ...kept, account: XRD }),
      // @ts-expect-error an account is not a resource
      Templates.claim({ ...kept, resource: ADA }),
      // @ts-expect-error an account is not a locker
      Templates.claim({ ...kept, locker: ADA }),
      // @ts-expect-error a text that was not read is not an account
      Templates.fromFaucet("account_tdx_2_1ada", 2),
      // @ts-expect-error a persona is not an account
      Templates.fromFaucet(PERSONA, 2),
      // @ts-expect-error a badge is not an account
      Templates.passBadge({ admin: { ...admin, account: XRD }, account: ADA }),
      // @ts-expect-error the faucet is a component, and no account
      Templates.fromFaucet(wellKnown("faucet", 2), 2)
    ]
    assert.lengthOf(wrong, 7)
  })
})
