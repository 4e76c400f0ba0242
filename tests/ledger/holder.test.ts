import { bytesToHex } from "@noble/hashes/utils.js"
import { FastCheck as fc, Option } from "effect"
import { assert, describe, it } from "vitest"
import { encode } from "~/ledger/bech32m"
import { deriveAddress, holderOf, publicKeyHash } from "~/ledger/index"

const kinds = fc.constantFrom("account" as const, "identity" as const)
const curves = fc.constantFrom("curve25519" as const, "secp256k1" as const)
const keys = fc.uint8Array({ minLength: 32, maxLength: 33 })

describe("holderOf", () => {
  it("finds kind, curve and key hash in an address that derives from a key", () =>
    fc.assert(
      fc.property(kinds, curves, keys, (kind, curve, key) => {
        const holder = holderOf(deriveAddress(kind, curve, key, 2), 2)
        assert.deepStrictEqual(Option.getOrThrow(holder), { kind, curve, keyHash: bytesToHex(publicKeyHash(key)) })
      })
    ))

  it("finds no curve for an account created on the ledger", () => {
    const made = encode("account_tdx_2_", Uint8Array.of(0xc1, ...new Uint8Array(29).fill(3)))
    assert.deepStrictEqual(Option.getOrThrow(holderOf(made, 2)), {
      kind: "account",
      curve: undefined,
      keyHash: "03".repeat(29)
    })
  })

  it.each(["", "account_tdx_2_1", deriveAddress("account", "curve25519", new Uint8Array(32), 1)])(
    "refuses %j",
    (text) => assert.isTrue(Option.isNone(holderOf(text, 2)))
  )
})
