import { existsSync, readFileSync } from "node:fs"
import { ed25519 } from "@noble/curves/ed25519.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import type { SignedProof } from "~/effects/people/wallet-session/forms"
import { rolaHash, rolaMessage } from "~/effects/people/wallet-session/proof/rola.server"
import { areSignedBy, isSignedBy } from "~/effects/people/wallet-session/proof/signature.server"
import { deriveAddress } from "~/ledger/index"
import { runs } from "../../../sets"
import { prove, site, testKey } from "./keys"

interface Vectors {
  readonly rolaMessage: ReadonlyArray<{
    readonly payloadToHash: string
    readonly blakeHashOfPayload: string
    readonly dAppDefinitionAddress: string
    readonly origin: string
    readonly challenge: string
  }>
  readonly rolaProof: ReadonlyArray<{
    readonly rolaInput: { networkId: number; dAppDefinitionAddress: string; expectedOrigin: string }
    readonly signedChallenge: SignedProof
    readonly signatureValid: boolean
    /** False if the address belongs to another key. */
    readonly ownershipValid?: boolean
  }>
}
const file = new URL("../../../../../shared/vectors/wallet-vectors.json", import.meta.url)
const vectors = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Vectors) : undefined

const challenge = "fe81d4fddaa22d0c103198f61df8437d8b8899102633c08021ecc41c5ab61dfd"
const hash = rolaHash(challenge, site)
const curves = fc.constantFrom("curve25519" as const, "secp256k1" as const)

describe("ROLA message", () => {
  it("follows the protocol's layout", () => {
    const message = Buffer.from(rolaMessage(challenge, { dAppDefinitionAddress: "ab", origin: "http://x" }))
    assert.strictEqual(message.toString("hex"), `52${challenge}02${Buffer.from("abhttp://x").toString("hex")}`)
  })

  it("equals the published one, including its hash", ({ skip }) => {
    if (vectors === undefined) return skip("the shared vectors are not here")
    for (const { blakeHashOfPayload, challenge, payloadToHash, ...context } of vectors.rolaMessage) {
      assert.strictEqual(bytesToHex(rolaMessage(challenge, context)), payloadToHash)
      assert.strictEqual(bytesToHex(rolaHash(challenge, context)), blakeHashOfPayload)
    }
  })
})

describe("isSignedBy", () => {
  it("verifies published proofs of both curves, with their addresses", ({ skip }) => {
    if (vectors === undefined) return skip("the shared vectors are not here")
    const seen = new Set<string>()
    for (const { ownershipValid, rolaInput, signatureValid, signedChallenge } of vectors.rolaProof) {
      const { dAppDefinitionAddress, expectedOrigin, networkId } = rolaInput
      const { address, challenge, proof, type } = signedChallenge
      const signed = isSignedBy(proof, rolaHash(challenge, { dAppDefinitionAddress, origin: expectedOrigin }))
      assert.strictEqual(signed, signatureValid)
      assert.isFalse(isSignedBy(proof, rolaHash(challenge, site)))
      const kind = type === "account" ? "account" : "identity"
      const derived = deriveAddress(kind, proof.curve, hexToBytes(proof.publicKey), networkId)
      assert.strictEqual(derived === address, ownershipValid ?? true)
      if (signed) seen.add(proof.curve)
    }
    assert.deepStrictEqual([...seen].sort(), ["curve25519", "secp256k1"])
  })

  it("accepts what any key of either curve signs", () =>
    fc.assert(
      fc.property(curves, fc.string(), (curve, seed) => {
        assert.isTrue(isSignedBy(prove(testKey(curve, seed), challenge).proof, hash))
      }),
      { numRuns: 60 }
    ))

  it("refuses one flipped bit anywhere in key, signature or hash", () =>
    fc.assert(
      fc.property(curves, fc.constantFrom("publicKey", "signature", "hash"), fc.nat(), (curve, field, where) => {
        const { proof } = prove(testKey(curve, "ada"), challenge)
        const bytes = field === "hash" ? Uint8Array.from(hash) : hexToBytes(proof[field as "publicKey" | "signature"])
        const bit = where % (bytes.length * 8)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const changed = field === "hash" ? proof : { ...proof, [field]: bytesToHex(bytes) }
        assert.isFalse(isSignedBy(changed, field === "hash" ? bytes : hash))
      }),
      { numRuns: runs(200, 2_000) }
    ))

  it("refuses a proof under the other curve's name", () => {
    for (const curve of ["curve25519", "secp256k1"] as const) {
      const { proof } = prove(testKey(curve, "ada"), challenge)
      const other = curve === "curve25519" ? "secp256k1" : "curve25519"
      assert.isFalse(isSignedBy({ ...proof, curve: other }, hash))
    }
  })

  it("returns false, and never throws, for any text as key or signature", () =>
    fc.assert(
      fc.property(curves, fc.string(), fc.string(), fc.boolean(), (curve, publicKey, signature, hex) => {
        const text = (value: string) => (hex ? Buffer.from(value).toString("hex") : value)
        assert.isFalse(isSignedBy({ curve, publicKey: text(publicKey), signature: text(signature) }, hash))
      })
    ))

  it("returns the same for many together, each in its place", async () => {
    const proofOf = (curve: "curve25519" | "secp256k1", seed: string) => prove(testKey(curve, seed), challenge).proof
    const [ada, ben] = [proofOf("curve25519", "ada"), proofOf("curve25519", "ben")]
    const neutral = `01${"00".repeat(31)}`
    const proofs = [
      ada,
      { ...ada, signature: ben.signature },
      proofOf("secp256k1", "ada"),
      { ...ada, publicKey: neutral, signature: `${neutral}${"00".repeat(32)}` },
      { ...ada, publicKey: "zz", signature: "" },
      { ...ada, curve: "secp256k1" as const },
      { ...proofOf("secp256k1", "ben"), signature: proofOf("secp256k1", "ada").signature },
      ben
    ]
    const found = await areSignedBy(proofs.map((proof) => ({ proof, hash })))
    assert.deepStrictEqual(found, [true, false, true, false, false, false, false, true])
    assert.deepStrictEqual(
      found,
      proofs.map((proof) => isSignedBy(proof, hash))
    )
    assert.deepStrictEqual(await areSignedBy([]), [])
  })

  it("accepts hex in either case, and nothing around it", () => {
    const { proof } = prove(testKey("curve25519", "ada"), challenge)
    assert.isTrue(isSignedBy({ ...proof, publicKey: proof.publicKey.toUpperCase() }, hash))
    assert.isFalse(isSignedBy({ ...proof, signature: `0x${proof.signature}` }, hash))
    assert.isFalse(isSignedBy({ ...proof, signature: `${proof.signature} ` }, hash))
    assert.isFalse(isSignedBy({ ...proof, signature: `${proof.signature}00` }, hash))
  })

  it("refuses a secp256k1 signature with the high s", () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const { proof } = prove(testKey("secp256k1", "ada"), challenge)
    const [recovery, r, s] = [proof.signature.slice(0, 2), proof.signature.slice(2, 66), proof.signature.slice(66)]
    const high = (order - BigInt(`0x${s}`)).toString(16).padStart(64, "0")
    const other = recovery === "00" ? "01" : "00"
    assert.isFalse(isSignedBy({ ...proof, signature: `${other}${r}${high}` }, hash))
  })

  it("refuses keys of small order, whose signatures need no secret", () => {
    const P = 2n ** 255n - 19n
    const encode = (y: bigint, sign: number) => {
      const bytes = hexToBytes(y.toString(16).padStart(64, "0")).reverse()
      bytes[31] = (bytes[31] ?? 0) | (sign << 7)
      return bytes
    }
    const eighth = ed25519.Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05").y
    assert.isTrue(ed25519.Point.fromHex(bytesToHex(encode(eighth, 0))).isSmallOrder())
    // R = the neutral point and s = 0 fit every message whose challenge scalar is a multiple of the key's order.
    const signature = `01${"00".repeat(63)}`
    for (const y of [0n, 1n, P - 1n, P, P + 1n, eighth, P - eighth]) {
      for (const sign of [0, 1]) {
        const publicKey = bytesToHex(encode(y, sign))
        for (let n = 0; n < 16; n++) {
          const some = rolaHash(challenge, { ...site, origin: `http://${n}` })
          assert.isFalse(isSignedBy({ curve: "curve25519", publicKey, signature }, some), publicKey)
        }
      }
    }
  })
})
