/** A ballot sealed from docs/votes.md alone, with noble but without our code. */
import { randomBytes } from "node:crypto"
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js"
import { bls12_381 as bls } from "@noble/curves/bls12-381.js"
import { sha256 } from "@noble/hashes/sha2.js"

const { G1, G2 } = bls
const big = (n: bigint | number, bytes: number) =>
  Buffer.from(
    BigInt(n)
      .toString(16)
      .padStart(2 * bytes, "0"),
    "hex"
  )
const hash = (...parts: ReadonlyArray<string | Uint8Array>) =>
  Buffer.from(sha256(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))))) // Buffer.from accepts text too

const scalarOf = (sigma: Buffer, key: Buffer): bigint => {
  const seed = hash("IBE-H3", sigma, key)
  for (let n = 1; ; n += 1) {
    const digest = hash(Buffer.from([n % 256, Math.floor(n / 256)]), seed)
    digest[0] = (digest[0] ?? 0) >>> 1
    const r = BigInt(`0x${digest.toString("hex")}`)
    if (r < bls.fields.Fr.ORDER) return r
  }
}

/** @param length bytes of the body before encryption */
export const sealByTheDocument = (
  body: string,
  length: number,
  { publicKey, round }: { readonly publicKey: string; readonly round: number }
) => {
  const [key, sigma, nonce] = [randomBytes(32), randomBytes(32), randomBytes(24)]
  const r = scalarOf(sigma, key)
  const id = hash(big(round, 8))
  const point = G1.Point.fromAffine(
    G1.hashToCurve(id, { DST: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_" }).toAffine()
  )
  const shared = bls.fields.Fp12.pow(bls.pairing(point, G2.Point.fromHex(publicKey)), r)
  const numbers = [shared.c1, shared.c0].flatMap(({ c0, c1, c2 }) => [c2, c1, c0].flatMap((two) => [two.c1, two.c0]))
  const mask = hash("IBE-H2", ...numbers.map((n) => big(n, 48)))
  const padded = Buffer.alloc(length, " ")
  padded.write(body)
  return {
    U: G2.Point.BASE.multiply(r).toHex(),
    V: Buffer.from(sigma.map((byte, at) => byte ^ (mask[at] ?? 0))).toString("hex"),
    W: Buffer.from(key.map((byte, at) => byte ^ (hash("IBE-H4", sigma)[at] ?? 0))).toString("hex"),
    nonce: nonce.toString("hex"),
    body: Buffer.from(xchacha20poly1305(key, nonce).encrypt(padded)).toString("hex")
  }
}
