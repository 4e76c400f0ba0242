/** Signers compared with the library's own signing, over any key and hash. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { isSignedBy, signerOf } from "~/ledger/index"

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe("a signer", () => {
  it("signs on curve25519 as RFC 8032 specifies, byte for byte", () => {
    fc.assert(
      fc.property(bytes32, fc.uint8Array({ maxLength: 80 }), (secret, message) => {
        const { publicKey, sign } = signerOf("curve25519", secret)
        assert.deepStrictEqual(publicKey.bytes, ed25519.getPublicKey(secret))
        assert.deepStrictEqual(sign(message), ed25519.sign(message, secret))
      }),
      { numRuns: 60 }
    )
  })

  it.each(["curve25519", "secp256k1"] as const)(
    "signs on %s so that the signature verifies for its key and no other",
    (curve) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 250 }), bytes32, (seed, hash) => {
          const one = signerOf(curve, new Uint8Array(32).fill(seed))
          const other = signerOf(curve, new Uint8Array(32).fill(seed + 1))
          const signature = { curve, bytes: one.sign(hash) }
          assert.isTrue(isSignedBy(one.publicKey, signature, hash))
          assert.isFalse(isSignedBy(other.publicKey, signature, hash))
        }),
        { numRuns: 20 }
      )
    }
  )
})
