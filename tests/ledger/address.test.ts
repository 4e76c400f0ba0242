import { existsSync, readFileSync } from "node:fs"
import { hexToBytes } from "@noble/hashes/utils.js"
import { FastCheck as fc, Option } from "effect"
import { assert, describe, it } from "vitest"
import { decode, encode } from "~/ledger/bech32m"
import { type Curve, deriveAddress, type HolderKind, isHolderAddress, publicKeyHash } from "~/ledger/index"

const file = new URL("../../../shared/vectors/wallet-vectors.json", import.meta.url)
const vectors = existsSync(file)
  ? (JSON.parse(readFileSync(file, "utf8")) as {
      readonly addressFromPublicKey: ReadonlyArray<{
        readonly publicKey: string
        readonly curve: Curve
        readonly kind: HolderKind
        readonly networkId: number
        readonly address: string
      }>
    })
  : undefined

describe("bech32m", () => {
  it("decodes what was encoded", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_]{1,20}$/), fc.uint8Array({ maxLength: 64 }), (prefix, bytes) => {
        const read = Option.getOrThrow(decode(encode(prefix, bytes)))
        assert.strictEqual(read.prefix, prefix)
        assert.deepStrictEqual(read.bytes, bytes)
      })
    ))

  it("refuses a text with one changed letter", () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 30, maxLength: 30 }), fc.nat(), fc.nat(), (bytes, where, letter) => {
        const text = encode("account_tdx_2_", bytes)
        const at = where % text.length
        const other = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"[letter % 32] ?? "q"
        fc.pre(text[at] !== other)
        assert.isTrue(Option.isNone(decode(text.slice(0, at) + other + text.slice(at + 1))))
      })
    ))

  it.each(["", "1", "account", "ACCOUNT1QQQQQQ", "account_tdx_2_1", "a1b"])("refuses %j", (text) => {
    assert.isTrue(Option.isNone(decode(text)))
  })
})

describe("addresses", () => {
  it("distinguishes an account from an account of another network, a persona and a broken checksum", () => {
    const key = new Uint8Array(32).fill(7)
    const account = deriveAddress("account", "curve25519", key, 2)
    assert.isTrue(isHolderAddress("account", account, 2))
    assert.isFalse(isHolderAddress("account", deriveAddress("account", "curve25519", key, 1), 2))
    assert.isFalse(isHolderAddress("account", deriveAddress("identity", "curve25519", key, 2), 2))
    assert.isFalse(isHolderAddress("account", `${account.slice(0, -1)}${account.endsWith("q") ? "p" : "q"}`, 2))
    assert.strictEqual(publicKeyHash(key).length, 29)
  })

  it("derives the published addresses", ({ skip }) => {
    if (vectors === undefined) return skip("the shared vectors are not here")
    for (const { address, curve, kind, networkId, publicKey } of vectors.addressFromPublicKey) {
      assert.strictEqual(deriveAddress(kind, curve, hexToBytes(publicKey), networkId), address)
      assert.isTrue(isHolderAddress(kind, address, networkId))
    }
  })
})
