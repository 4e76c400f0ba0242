/**
 * Is this a wallet's signature over that digest, for that site (docs/connector.md, 7.1)? Runs in a page and on a
 * server; what is malformed is not a signature. WebCrypto does Ed25519 where it can, ten times as fast; noble does the
 * rest.
 */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { type RolaContext, rolaHash } from "~/effects/people/wallet-session/proof/rola"
import type { BallotProof } from "../ballot/Ballot"

const ED25519_KEY_DIGITS = 64
const ED25519_SIGNATURE_DIGITS = 128
const SECP256K1_KEY_DIGITS = 66
const SECP256K1_SIGNATURE_DIGITS = 130

/** First 31 of the 32 bytes of every key whose order divides 8: they accept signatures that nobody made. */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  "00".repeat(31),
  `01${"00".repeat(30)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03",
  `ec${"ff".repeat(30)}`,
  `ed${"ff".repeat(30)}`,
  `ee${"ff".repeat(30)}`
])

type Check = (
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  hash: Uint8Array<ArrayBuffer>
) => Promise<boolean>

const webCheck: Check = async (key, signature, hash) => {
  const imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"])
  return crypto.subtle.verify({ name: "Ed25519" }, imported, signature, hash)
}

const nobleCheck = async (): Promise<Check> => {
  const { ed25519 } = await import("@noble/curves/ed25519.js")
  return async (key, signature, hash) => ed25519.verify(signature, hash, key, { zip215: false })
}

/** RFC 8032 §7.1, test 1: does this engine know Ed25519 at all? */
const KNOWN = {
  key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  signature:
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
}
const bytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(hex))

const knowsEd25519 = async (): Promise<boolean> => {
  try {
    return await webCheck(bytes(KNOWN.key), bytes(KNOWN.signature), new Uint8Array())
  } catch {
    return false
  }
}

interface Curves {
  readonly checkEd25519: Check
  readonly secp256k1: typeof import("@noble/curves/secp256k1.js").secp256k1
}
/** Fetched once, when first needed: importing this file does nothing. */
let fetched: Promise<Curves> | undefined

const fetchCurves = async (): Promise<Curves> => {
  const [checkEd25519, { secp256k1 }] = await Promise.all([
    knowsEd25519().then((knows) => (knows ? webCheck : nobleCheck())),
    import("@noble/curves/secp256k1.js")
  ])
  return { checkEd25519, secp256k1 }
}

/** Rejects where the page cannot fetch them; it may be tried again. That says nothing about any signature. */
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
  if (SMALL_ORDER.has(publicKey.slice(0, -2))) return false
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
