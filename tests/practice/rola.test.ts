import { createPublicKey, verify } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { rolaHash, signChallenge } from "~/practice/approve"

const file = new URL("../../../shared/vectors/wallet-vectors.json", import.meta.url)
interface Message {
  readonly challenge: string
  readonly dAppDefinitionAddress: string
  readonly origin: string
  readonly blakeHashOfPayload: string
}
const vectors = existsSync(file)
  ? (JSON.parse(readFileSync(file, "utf8")) as { readonly rolaMessage: ReadonlyArray<Message> })
  : undefined

/** Verified by another implementation than the one that signs. */
const holds = (publicKey: string, signature: string, hash: Uint8Array): boolean =>
  verify(
    null,
    hash,
    createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey, "hex").toString("base64url") },
      format: "jwk"
    }),
    Buffer.from(signature, "hex")
  )

const audience = { dAppDefinitionAddress: "account_tdx_2_dapp", origin: "http://127.0.0.1:3000" }

describe("ROLA", () => {
  it("hashes the published messages", ({ skip }) => {
    if (vectors === undefined) return skip("the shared vectors are not here")
    assert.isAbove(vectors.rolaMessage.length, 0)
    for (const { blakeHashOfPayload, challenge, ...asked } of vectors.rolaMessage) {
      assert.strictEqual(bytesToHex(rolaHash(challenge, asked)), blakeHashOfPayload)
    }
  })

  it("signs what node:crypto accepts, for this challenge and this audience only", () => {
    const hex = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(hex, hex, (secret, challenge) => {
        const { curve, publicKey, signature } = signChallenge(secret, bytesToHex(challenge), audience)
        assert.strictEqual(curve, "curve25519")
        assert.isTrue(holds(publicKey, signature, rolaHash(bytesToHex(challenge), audience)))
        const elsewhere = { ...audience, origin: "https://evil.example" }
        assert.isFalse(holds(publicKey, signature, rolaHash(bytesToHex(challenge), elsewhere)))
        const other = challenge.map((byte) => byte ^ 1)
        assert.isFalse(holds(publicKey, signature, rolaHash(bytesToHex(other), audience)))
      }),
      { numRuns: 20 }
    )
  })

  it("signs with the key of the secret: RFC 8032, test 1", () => {
    const secret = hexToBytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert.strictEqual(
      signChallenge(secret, "00".repeat(32), audience).publicKey,
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    )
  })
})
