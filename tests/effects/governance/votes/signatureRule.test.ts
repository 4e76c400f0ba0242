/**
 * One verdict for every signature: the server, the page with WebCrypto, the page without it, and `scripts/verify.mjs`.
 * The edge cases are those where implementations of Ed25519 and ECDSA are known to differ.
 */
import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { ED25519_TORSION_SUBGROUP, ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { FastCheck as fc } from "effect"
import type { BallotProof } from "~/effects/governance/votes/ballot/Ballot"
import {
  type Check,
  checkWith,
  isReliable,
  isSignedFor,
  ONLY_TIMES_EIGHT,
  ruleCheck
} from "~/effects/governance/votes/file/signature"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { isSignedBy } from "~/effects/people/wallet-session/proof/signature.server"
import { isSigned } from "../../../../scripts/verify.mjs"
import { hexOf, sign, testSite, testVoter } from "./world"

const { Point } = ed25519
const { Fn } = Point
const L = Fn.ORDER
const P = 2n ** 255n - 19n
const digest = hexOf("what is signed", 64)
const hash = rolaHash(digest, testSite)

const littleEndian = (n: bigint) => hexToBytes(n.toString(16).padStart(64, "0")).reverse()
const numberOf = (bytes: Uint8Array) => BigInt(`0x${bytesToHex(Uint8Array.from(bytes).reverse())}`)
const challenge = (R: Uint8Array, key: Uint8Array) =>
  Fn.create(numberOf(createHash("sha512").update(R).update(key).update(hash).digest()))
/** Another encoding of a point: y + p, where that fits, or the sign of x where x is 0. */
const encoded = (y: bigint, isNegative: boolean) => {
  const bytes = littleEndian(y)
  bytes[31] = (bytes[31] ?? 0) | (isNegative ? 128 : 0)
  return bytes
}
const torsion = ED25519_TORSION_SUBGROUP.map((point) => Point.fromBytes(hexToBytes(point), true))
const proofOf = (key: Uint8Array, R: Uint8Array, S: bigint): BallotProof => ({
  curve: "curve25519",
  publicKey: bytesToHex(key),
  signature: bytesToHex(R) + bytesToHex(littleEndian(S))
})

/** All four, which must agree. */
const verdictOf = async (proof: BallotProof, what: string) => {
  const server = isSignedBy(proof, hash)
  const inJavaScript = checkWith(null, await ruleCheck())
  const isEd25519 =
    proof.curve === "curve25519" && /^[0-9a-f]{64}$/.test(proof.publicKey) && proof.signature.length === 128
  assert.strictEqual(await isSignedFor(proof, digest, testSite), server, `the page: ${what}`)
  assert.strictEqual(isSigned(testSite, proof, digest), server, `the script: ${what}`)
  const isSmall =
    isEd25519 &&
    [proof.publicKey, proof.signature.slice(0, 64)].some((hex) =>
      torsion.some((point) => point.equals(pointOf(hex) ?? Point.BASE))
    )
  if (isEd25519 && !isSmall) {
    const [key, signature] = [hexToBytes(proof.publicKey), hexToBytes(proof.signature)]
    const slow = await inJavaScript(Uint8Array.from(key), Uint8Array.from(signature), Uint8Array.from(hash))
    assert.strictEqual(slow, server, `in JavaScript: ${what}`)
  }
  return server
}
const pointOf = (hex: string) => {
  try {
    return Point.fromBytes(hexToBytes(hex), true)
  } catch {
    return undefined
  }
}

describe("Ed25519", () => {
  const secret = 7_777n
  const key = Point.BASE.multiply(secret)

  it("accepts a wallet's signature, and none with a bit changed", async () => {
    const proof = sign(testVoter("ada").key, digest)
    assert.isTrue(await verdictOf(proof, "as it was signed"))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("publicKey", "signature"), fc.nat(1_023), async (part, bit) => {
        const changed = hexToBytes(proof[part as "signature"])
        const at = (bit >> 3) % changed.length
        changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7))
        assert.isFalse(await verdictOf({ ...proof, [part]: bytesToHex(changed) }, `${part}, bit ${bit}`))
      }),
      { numRuns: 60 }
    )
  })

  it("agrees on keys of small order in every encoding, with an S that needs no secret", async () => {
    const ys = [...new Set([...torsion.map(({ y }) => y), P, P + 1n])]
    for (const y of ys) {
      for (const isNegative of [false, true]) {
        for (const R of torsion) {
          const proof = proofOf(encoded(y, isNegative), R.toBytes(), 0n)
          assert.isFalse(await verdictOf(proof, `key ${y} ${isNegative}, R ${R.toHex()}`))
        }
      }
    }
  })

  it("refuses an R of small order, and agrees on keys and R with a part of small order", async () => {
    const seen: Array<boolean> = []
    for (const [at, part] of torsion.entries()) {
      for (const other of torsion) {
        const mixed = key.add(part)
        for (const r of [0n, 12_345n + BigInt(at)]) {
          const R = (r === 0n ? Point.ZERO : Point.BASE.multiply(r)).add(other)
          const S = Fn.create(r + challenge(R.toBytes(), mixed.toBytes()) * secret)
          const isRight = await verdictOf(proofOf(mixed.toBytes(), R.toBytes(), S), `parts ${at}, R ${R.toHex()}`)
          if (r === 0n) assert.isFalse(isRight)
          seen.push(isRight)
        }
      }
    }
    // With a cofactor all would be valid; without, only some are.
    assert.include(seen, true)
    assert.include(seen, false)
  })

  it("refuses an S of the group's order or more, and encodings of R that are not canonical", async () => {
    const R = Point.BASE.multiply(99n)
    const S = Fn.create(99n + challenge(R.toBytes(), key.toBytes()) * secret)
    assert.isTrue(await verdictOf(proofOf(key.toBytes(), R.toBytes(), S), "S"))
    for (const more of [L, 2n * L, 7n * L]) {
      assert.isFalse(await verdictOf(proofOf(key.toBytes(), R.toBytes(), S + more), `S + ${more}`))
    }
    // R = the neutral point in three other encodings, for which k differs.
    for (const other of [encoded(1n, true), encoded(P + 1n, false), encoded(P + 1n, true)]) {
      const s = Fn.create(challenge(other, key.toBytes()) * secret)
      assert.isFalse(await verdictOf(proofOf(key.toBytes(), other, s), "R of another encoding"))
    }
    const neutral = Fn.create(challenge(encoded(1n, false), key.toBytes()) * secret)
    assert.isFalse(await verdictOf(proofOf(key.toBytes(), encoded(1n, false), neutral), "R of small order"))
  })

  it("agrees on keys that are not a point, or another encoding of one", async () => {
    for (let y = 0n; y < 40n; y += 1n) {
      for (const bytes of [encoded(y, false), encoded(y, true), ...(y < 19n ? [encoded(P + y, true)] : [])]) {
        assert.isFalse(await verdictOf(proofOf(bytes, Point.BASE.toBytes(), 1n), `key ${bytesToHex(bytes)}`))
      }
    }
    for (const publicKey of ["", "00", "zz".repeat(32), "00".repeat(33)]) {
      assert.isFalse(await verdictOf({ curve: "curve25519", publicKey, signature: "00".repeat(64) }, publicKey))
    }
  })

  it("trusts no engine that multiplies by eight or lacks Ed25519, and checks again what one refuses", async () => {
    const cofactored: Check = async (key, signature, message) =>
      ed25519.verify(signature, message, key, { zip215: false })
    const rule = await ruleCheck()
    assert.isFalse(await isReliable(cofactored))
    assert.isFalse(await isReliable(async () => false))
    assert.isFalse(await isReliable(() => Promise.reject(new Error("no such algorithm"))))
    assert.isTrue(await isReliable(rule))
    const asked = [ONLY_TIMES_EIGHT.key, ONLY_TIMES_EIGHT.signature].map((hex) => Uint8Array.from(hexToBytes(hex)))
    const [publicKey = new Uint8Array(), signature = new Uint8Array()] = asked
    assert.isTrue(await cofactored(publicKey, signature, new Uint8Array()))
    assert.isFalse(await rule(publicKey, signature, new Uint8Array()))
    const right = sign(testVoter("ada").key, digest)
    const of = (check: Check) =>
      check(
        Uint8Array.from(hexToBytes(right.publicKey)),
        Uint8Array.from(hexToBytes(right.signature)),
        Uint8Array.from(hash)
      )
    assert.isTrue(await of(checkWith(async () => false, rule)))
    assert.isTrue(await of(checkWith(() => Promise.reject(new Error("busy")), rule)))
  })
})

describe("secp256k1", () => {
  const right = sign(testVoter("ben", "1", "secp256k1").key, digest)
  const N = secp256k1.Point.Fn.ORDER
  const [recovery, r, s] = [right.signature.slice(0, 2), right.signature.slice(2, 66), right.signature.slice(66)]
  const hexOfNumber = (n: bigint) => n.toString(16).padStart(64, "0")

  it("accepts a wallet's signature with its own recovery byte alone", async () => {
    assert.isTrue(await verdictOf(right, "as it was signed"))
    for (let byte = 0; byte < 256; byte += 1) {
      const signature = `${byte.toString(16).padStart(2, "0")}${r}${s}`
      assert.strictEqual(await verdictOf({ ...right, signature }, `recovery ${byte}`), signature === right.signature)
    }
  })

  it("refuses a high s, numbers out of range, and other keys", async () => {
    const flipped = Number.parseInt(recovery, 16) ^ 1
    const high = hexOfNumber(N - BigInt(`0x${s}`))
    const zero = "00".repeat(32)
    for (const signature of [
      `0${flipped}${r}${high}`,
      `${recovery}${r}${high}`,
      `${recovery}${zero}${s}`,
      `${recovery}${r}${zero}`,
      `${recovery}${hexOfNumber(N)}${s}`,
      `${recovery}${r}${hexOfNumber(N)}`,
      `${recovery}${"ff".repeat(32)}${s}`,
      `${r}${s}`,
      right.signature.slice(0, -2)
    ]) {
      assert.isFalse(await verdictOf({ ...right, signature }, signature))
    }
    const odd = right.publicKey.startsWith("02") ? "03" : "02"
    for (const publicKey of [`${odd}${right.publicKey.slice(2)}`, `04${right.publicKey.slice(2)}`, zero]) {
      assert.isFalse(await verdictOf({ ...right, publicKey }, publicKey))
    }
    assert.isFalse(await verdictOf({ ...right, curve: "curve25519" }, "the other curve"))
  })
})
