/**
 * Sealing to a round of a public beacon: 16 or 32 bytes that anyone can open once the beacon has signed the round, and
 * nobody before. Boneh-Franklin with the Fujisaki-Okamoto transform, in the byte format of drand's timelock for the
 * scheme `bls-unchained-g1-rfc9380`: public keys in G2 (96 bytes), signatures in G1 (48 bytes), hash to curve by RFC
 * 9380. Pure.
 */
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { Data, Either } from "effect"

/** `U` in G2 (96 bytes); `V` and `W` are as long as what was sealed. */
export interface Sealed {
  readonly U: Uint8Array
  readonly V: Uint8Array
  readonly W: Uint8Array
}

/** Why something sealed does not open: its form, or a signature of another round. */
export class NotOpened extends Data.TaggedError("NotOpened")<{ readonly message: string }> {}

interface Round {
  /** The beacon's key, 96 bytes. */
  readonly publicKey: Uint8Array
  readonly round: number
}

const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
/** Lengths that can be sealed: keys of 16 or 32 bytes. */
const LENGTHS: ReadonlySet<number> = new Set([16, 32])
const FIELD_BYTES = 48

const { G1, G2 } = bls12_381
const { Fp12, Fr } = bls12_381.fields
type Fp12 = typeof Fp12.ONE
type Fp6 = Fp12["c0"]
type Fp2 = Fp6["c0"]

const bigEndian = (value: number | bigint, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  let rest = BigInt(value)
  for (let place = length - 1; place >= 0; place -= 1, rest >>= 8n) bytes[place] = Number(rest & 255n)
  return bytes
}

const xor = (one: Uint8Array, other: Uint8Array): Uint8Array => one.map((byte, place) => byte ^ (other[place] ?? 0))

const hashed = (tag: string, ...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(tag), ...parts))

/** The point of G1 that the beacon signs for a round. */
const pointOf = (round: number) => G1.hashToCurve(sha256(bigEndian(round, 8)), { DST: DOMAIN })

const bytesOfFp2 = ({ c0, c1 }: Fp2) => [c1, c0].map((each) => bigEndian(each, FIELD_BYTES))
const bytesOfFp6 = ({ c0, c1, c2 }: Fp6) => [c2, c1, c0].flatMap(bytesOfFp2)

const h2 = ({ c0, c1 }: Fp12, length: number) => hashed("IBE-H2", ...[c1, c0].flatMap(bytesOfFp6)).subarray(0, length)
const h4 = (sigma: Uint8Array) => hashed("IBE-H4", sigma).subarray(0, sigma.length)

/** A scalar from the randomness and the message: the first in a series of hashes that is below the group's order. */
const h3 = (sigma: Uint8Array, message: Uint8Array): bigint => {
  const seed = hashed("IBE-H3", sigma, message)
  for (let n = 1; ; n += 1) {
    const digest = sha256(concatBytes(Uint8Array.of(n & 255, n >> 8), seed))
    digest[0] = (digest[0] ?? 0) >> 1
    const scalar = digest.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    if (scalar > 0n && scalar < Fr.ORDER) return scalar
  }
}

const inG1 = (bytes: Uint8Array) => {
  const point = G1.Point.fromBytes(bytes)
  point.assertValidity()
  return point
}

const inG2 = (bytes: Uint8Array) => {
  const point = G2.Point.fromBytes(bytes)
  point.assertValidity()
  return point
}

/** Signs a round with a beacon's secret key, 32 bytes; for a beacon of our own. */
export const signRound = (round: number, secret: Uint8Array): Uint8Array =>
  G1.Point.fromAffine(pointOf(round).toAffine())
    .multiply(Fr.create(secret.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)))
    .toBytes()

/** Whether the beacon with this key signed this round; false for malformed signatures. */
export const isRoundSignature = (signature: Uint8Array, { publicKey, round }: Round): boolean =>
  Either.getOrElse(
    Either.try(() => {
      const ours = bls12_381.pairing(inG1(signature), G2.Point.BASE)
      return Fp12.eql(ours, bls12_381.pairing(pointOf(round), inG2(publicKey)))
    }),
    () => false
  )

/**
 * Seals 16 or 32 bytes to a round. `sigma` is random and of the same length; the same sigma gives the same bytes.
 * Throws if a length or the key is invalid, which is a mistake of the caller.
 */
export const sealToRound = (
  message: Uint8Array,
  { publicKey, round, sigma }: Round & { readonly sigma: Uint8Array }
): Sealed => {
  if (!LENGTHS.has(message.length) || sigma.length !== message.length) {
    throw new RangeError("16 or 32 bytes are sealed, with a sigma of the same length")
  }
  const r = h3(sigma, message)
  const shared = bls12_381.pairing(pointOf(round).multiply(r), inG2(publicKey))
  return {
    U: G2.Point.BASE.multiply(r).toBytes(),
    V: xor(sigma, h2(shared, sigma.length)),
    W: xor(message, h4(sigma))
  }
}

/** Caches the decoded signature: all ballots of a vote are opened with the same one. */
const makeRoundKeys = () => {
  let last: { readonly bytes: Uint8Array; readonly point: ReturnType<typeof inG1> } | null = null
  return (bytes: Uint8Array) => {
    const isKnown =
      last !== null && last.bytes.length === bytes.length && bytes.every((one, at) => one === last?.bytes[at])
    if (last === null || !isKnown) last = { bytes: bytes.slice(), point: inG1(bytes) }
    return last.point
  }
}
const roundKeyOf = makeRoundKeys()

/**
 * Opens what was sealed with the signature of its round. Nothing changed or made up opens, and nothing is thrown: U may
 * also be the point at infinity, which is on the curve but not accepted by pairings.
 */
export const openSealed = ({ U, V, W }: Sealed, signature: Uint8Array): Either.Either<Uint8Array, NotOpened> => {
  const refuse = (message: string) => Either.left(new NotOpened({ message }))
  if (!LENGTHS.has(V.length) || W.length !== V.length) return refuse("The sealed bytes have the wrong length.")
  return Either.try({
    try: () => {
      const u = inG2(U)
      const sigma = xor(V, h2(bls12_381.pairing(roundKeyOf(signature), u), V.length))
      const message = xor(W, h4(sigma))
      return { message, isWhole: G2.Point.BASE.multiply(h3(sigma, message)).equals(u) }
    },
    catch: () =>
      new NotOpened({ message: "The sealed value or the signature is not a point of its curve with a pairing." })
  }).pipe(
    Either.flatMap(({ isWhole, message }) =>
      isWhole ? Either.right(message) : refuse("It was sealed for another round, or changed since.")
    )
  )
}
