/**
 * Verifies a wallet's signature over a hash for a site (docs/connector.md). Runs in a page and on a server; malformed
 * input is not a valid signature.
 *
 * One rule for Ed25519 applies, that of the server (`signature.server.ts`) and of `scripts/verify.mjs`, which both use
 * OpenSSL: the orders of the key and of R are not small (OpenSSL 3.5, of Node 24, refuses such an R, older ones do
 * not), S is below the group's order, and the bytes of [S]B - [k]A equal those of R, without a cofactor (RFC 8032,
 * 5.1.7). WebCrypto is ten times as fast as the same in JavaScript, but engines differ:
 * - What it accepts is valid: each engine that treats two known signatures as OpenSSL does checks that equation, and
 * nothing else satisfies it. The second of them satisfies it only times eight; an engine that accepts it is not used.
 * - What it refuses may still be valid: some refuse a key in another encoding, which OpenSSL accepts. So the rule
 * itself is evaluated in JavaScript before a signature is reported as wrong.
 */
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js"
import { type RolaContext, rolaHash } from "~/effects/people/wallet-session/proof/rola"
import type { BallotProof } from "../ballot/Ballot"

const ED25519_KEY_DIGITS = 64
const ED25519_SIGNATURE_DIGITS = 128
const SECP256K1_KEY_DIGITS = 66
const SECP256K1_SIGNATURE_DIGITS = 130

/** First 31 of the 32 bytes of every point whose order divides 8. As keys these accept signatures that nobody made. */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  "00".repeat(31),
  `01${"00".repeat(30)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03",
  `ec${"ff".repeat(30)}`,
  `ed${"ff".repeat(30)}`,
  `ee${"ff".repeat(30)}`
])

export type Check = (
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  hash: Uint8Array<ArrayBuffer>
) => Promise<boolean>

const webCheck: Check = async (key, signature, hash) => {
  const imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"])
  return crypto.subtle.verify({ name: "Ed25519" }, imported, signature, hash)
}

const R_BYTES = 32

/** The rule above, with noble's points and OpenSSL's reading of keys, which accepts any encoding of a point. */
export const ruleCheck = async (): Promise<Check> => {
  const [{ ed25519 }, { bytesToNumberLE, equalBytes }, { sha512 }] = await Promise.all([
    import("@noble/curves/ed25519.js"),
    import("@noble/curves/utils.js"),
    import("@noble/hashes/sha2.js")
  ])
  const { Point } = ed25519
  return async (key, signature, hash) => {
    const R = signature.subarray(0, R_BYTES)
    const S = bytesToNumberLE(signature.subarray(R_BYTES))
    if (S >= Point.Fn.ORDER) return false
    const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(R, key, hash))))
    const A = Point.fromBytes(key, true)
    return equalBytes(Point.BASE.multiplyUnsafe(S).subtract(A.multiplyUnsafe(k)).toBytes(), R)
  }
}

/** RFC 8032 §7.1, test 1: shows whether this engine supports Ed25519 at all. */
const KNOWN = {
  key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  signature:
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
}
/**
 * A signature of the empty message too. Its key has a component of order eight, so that it is valid only with a
 * cofactor.
 */
export const ONLY_TIMES_EIGHT = {
  key: "d63c01223147541df4e170763e9e2788a8bf5971f52a93c5829dbe6f5ff6bba9",
  signature:
    "edc876d6831fd2105d0b4389ca2e283166469289146e2ce06faefe98b22548df5572e99a66ed00baf4ca9587171ab501df103c0e165954cfc3d440f5aa246a02"
}
const bytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(hex))

/** Whether an engine's "valid" can be relied on. */
export const isReliable = async (check: Check): Promise<boolean> => {
  const takes = ({ key, signature }: typeof KNOWN) => check(bytes(key), bytes(signature), new Uint8Array())
  try {
    // An engine may also reject the second by throwing.
    return (await takes(KNOWN)) && !(await takes(ONLY_TIMES_EIGHT).catch(() => false))
  } catch {
    return false
  }
}

const holds = (response: Promise<boolean>) => response.catch(() => false)

/**
 * Accepts the engine's "valid"; otherwise applies the rule.
 * @param engine null if the engine cannot be relied on.
 */
export const checkWith =
  (engine: Check | null, rule: Check): Check =>
  async (...asked) =>
    (engine !== null && (await holds(engine(...asked)))) || holds(rule(...asked))

interface Curves {
  readonly checkEd25519: Check
  readonly secp256k1: typeof import("@noble/curves/secp256k1.js").secp256k1
}
/** Loaded once, when first needed: importing this file does nothing. */
let fetched: Promise<Curves> | undefined

const fetchCurves = async (): Promise<Curves> => {
  const [isNative, rule, { secp256k1 }] = await Promise.all([
    isReliable(webCheck),
    ruleCheck(),
    import("@noble/curves/secp256k1.js")
  ])
  return { checkEd25519: checkWith(isNative ? webCheck : null, rule), secp256k1 }
}

/** Rejects if the page cannot load them, which says nothing about any signature; may be tried again. */
export const loadCurves = (): Promise<Curves> => {
  fetched ??= fetchCurves().catch((cause: unknown) => {
    fetched = undefined
    throw cause
  })
  return fetched
}

const checkSecp256k1 = (secp256k1: Curves["secp256k1"], key: string, signature: string, hash: Uint8Array): boolean => {
  const parsed = secp256k1.Signature.fromBytes(bytes(signature), "recovered")
  return !parsed.hasHighS() && bytesToHex(parsed.recoverPublicKey(hash).toBytes(true)) === key
}

const check = async (
  { checkEd25519, secp256k1 }: Curves,
  { curve, publicKey, signature }: BallotProof,
  hash: Uint8Array<ArrayBuffer>
): Promise<boolean> => {
  if (curve === "secp256k1") {
    const fits = publicKey.length === SECP256K1_KEY_DIGITS && signature.length === SECP256K1_SIGNATURE_DIGITS
    return fits && checkSecp256k1(secp256k1, publicKey, signature, hash)
  }
  if (publicKey.length !== ED25519_KEY_DIGITS || signature.length !== ED25519_SIGNATURE_DIGITS) return false
  const R = signature.slice(0, ED25519_KEY_DIGITS)
  if ([publicKey, R].some((point) => SMALL_ORDER.has(point.slice(0, -2)))) return false
  return checkEd25519(bytes(publicKey), bytes(signature), hash)
}

export const isSignedFor = async (proof: BallotProof, digest: string, site: RolaContext): Promise<boolean> => {
  const curves = await loadCurves()
  try {
    return await check(curves, proof, Uint8Array.from(rolaHash(digest, site)))
  } catch {
    return false
  }
}
