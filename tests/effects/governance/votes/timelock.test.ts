/** Sealing to a round of a beacon: against vectors of another implementation if present, and on its own. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either, FastCheck, Schema } from "effect"
import { isRoundSignature, openSealed, sealToRound } from "~/effects/governance/votes/timelock"

const file = join(import.meta.dirname, "../../../../../shared/vectors/timelock.json")
const isThere = existsSync(file)
const itWithVectors = (title: string, test: () => void) =>
  isThere ? it(title, test) : it.skip(`${title} (the public vectors are not next to this repository)`, test)

const Case = Schema.Struct({
  publicKeyHex: Schema.String,
  round: Schema.Number,
  signatureHex: Schema.String,
  messageHex: Schema.String,
  ciphertext: Schema.Struct({ U: Schema.String, V: Schema.String, W: Schema.String })
})
const Vectors = Schema.parseJson(
  Schema.Struct({
    vectors: Schema.Array(Case),
    mustFail: Schema.Array(Schema.Struct({ ...Case.fields, why: Schema.String }))
  })
)
const sealedOf = ({ U, V, W }: (typeof Case.Type)["ciphertext"]) => ({
  U: hexToBytes(U),
  V: hexToBytes(V),
  W: hexToBytes(W)
})

describe("vectors of another implementation", () => {
  const { mustFail, vectors } = isThere
    ? Schema.decodeSync(Vectors)(readFileSync(file, "utf8"))
    : { mustFail: [], vectors: [] }

  itWithVectors("open, under signatures that hold", () => {
    assert.isAbove(vectors.length, 0)
    for (const { ciphertext, messageHex, publicKeyHex, round, signatureHex } of vectors) {
      const signature = hexToBytes(signatureHex)
      assert.isTrue(isRoundSignature(signature, { publicKey: hexToBytes(publicKeyHex), round }))
      assert.isFalse(isRoundSignature(signature, { publicKey: hexToBytes(publicKeyHex), round: round + 1 }))
      const opened = openSealed(sealedOf(ciphertext), signature)
      assert.strictEqual(Either.match(opened, { onLeft: ({ message }) => message, onRight: bytesToHex }), messageHex)
    }
  })

  itWithVectors("are refused where they are wrong, each as a typed failure", () => {
    for (const { ciphertext, signatureHex, why } of mustFail) {
      const opened = openSealed(sealedOf(ciphertext), hexToBytes(signatureHex))
      assert.isTrue(Either.isLeft(opened) && opened.left._tag === "NotOpened", why)
    }
  })
})

describe("a beacon of our own", () => {
  const secret = 0x1234_5678_9abc_def0n
  const publicKey = bls12_381.G2.Point.BASE.multiply(secret).toBytes()
  const signed = (round: number) => {
    const id = new Uint8Array(8)
    new DataView(id.buffer).setBigUint64(0, BigInt(round))
    const point = bls12_381.G1.hashToCurve(sha256(id), { DST: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_" })
    return bls12_381.G1.Point.fromAffine(point.toAffine()).multiply(secret).toBytes()
  }
  const bytes = (length: number) => FastCheck.uint8Array({ minLength: length, maxLength: length })
  const sealing = FastCheck.constantFrom(16, 32).chain((length) =>
    FastCheck.record({
      message: bytes(length),
      sigma: bytes(length),
      round: FastCheck.integer({ min: 1, max: 2 ** 40 })
    })
  )

  it("opens for its own round and for no other", () => {
    FastCheck.assert(
      FastCheck.property(sealing, ({ message, round, sigma }) => {
        const sealed = sealToRound(message, { publicKey, round, sigma })
        assert.deepStrictEqual(openSealed(sealed, signed(round)), Either.right(message))
        assert.isTrue(Either.isLeft(openSealed(sealed, signed(round + 1))))
        assert.deepStrictEqual(sealToRound(message, { publicKey, round, sigma }), sealed)
      }),
      { numRuns: 6 }
    )
  })

  it("opens nothing of which a single bit was changed", () => {
    const sealed = sealToRound(new Uint8Array(32).fill(7), { publicKey, round: 9, sigma: new Uint8Array(32).fill(8) })
    const signature = signed(9)
    FastCheck.assert(
      FastCheck.property(
        FastCheck.constantFrom("U", "V", "W" as const),
        FastCheck.nat(95),
        FastCheck.nat(7),
        (part, place, bit) => {
          const changed = { U: sealed.U.slice(), V: sealed.V.slice(), W: sealed.W.slice() }
          const target = changed[part as keyof typeof changed]
          const at = place % target.length
          target[at] = (target[at] ?? 0) ^ (1 << bit)
          assert.isTrue(Either.isLeft(openSealed(changed, signature)))
        }
      ),
      { numRuns: 20 }
    )
  })

  it("refuses malformed input, and accepts nothing else as a signature", () => {
    const sealed = sealToRound(new Uint8Array(16), { publicKey, round: 1, sigma: new Uint8Array(16) })
    const signature = signed(1)
    const none = new Uint8Array(0)
    for (const wrong of [
      { ...sealed, U: none },
      { ...sealed, U: new Uint8Array(96) },
      { ...sealed, U: bls12_381.G2.Point.ZERO.toBytes() },
      { ...sealed, V: new Uint8Array(15) },
      { ...sealed, W: new Uint8Array(32) }
    ]) {
      assert.isTrue(Either.isLeft(openSealed(wrong, signature)))
    }
    const infinity = bls12_381.G1.Point.ZERO.toBytes()
    for (const wrong of [none, new Uint8Array(48), new Uint8Array(48).fill(255), publicKey, infinity]) {
      assert.isTrue(Either.isLeft(openSealed(sealed, wrong)))
      assert.isFalse(isRoundSignature(wrong, { publicKey, round: 1 }))
    }
    assert.isFalse(isRoundSignature(signature, { publicKey: new Uint8Array(96), round: 1 }))
    assert.throws(() => sealToRound(new Uint8Array(15), { publicKey, round: 1, sigma: new Uint8Array(15) }))
    assert.throws(() => sealToRound(new Uint8Array(16), { publicKey, round: 1, sigma: new Uint8Array(32) }))
  })
})
