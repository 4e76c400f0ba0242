/**
 * Ways in which a proof can be wrong, each once with everything else right (docs/goals.md B6). Used by a unit test, and
 * a hundred thousand times by `npm run goal -- B6`.
 */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect, FastCheck as fc, TestClock } from "effect"
import type { SignedProof } from "~/effects/people/wallet-session/forms"
import { Challenges } from "~/effects/people/wallet-session/proof/Challenges.server"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola.server"
import { addressOf, keyHashOf, testKey as makeKey, prove, site, type TestKey } from "./keys"
import { client, signInWith, TestLedger } from "./world"

export const MUTATIONS = [
  "signature bit",
  "key bit",
  "challenge bit",
  "signed challenge bit",
  "address letter",
  "other account",
  "other network",
  "other kind",
  "other curve",
  "other origin",
  "other dApp",
  "hashed twice",
  "rotated key",
  "no owner keys left",
  "used",
  "expired",
  "other browser"
] as const

export const mutation = fc.record({
  name: fc.constantFrom(...MUTATIONS),
  curve: fc.constantFrom("curve25519" as const, "secp256k1" as const),
  type: fc.constantFrom("account" as const, "persona" as const),
  seed: fc.nat({ max: 50 }),
  where: fc.nat()
})
export type Mutation = typeof mutation extends fc.Arbitrary<infer A> ? A : never

/** Making a key costs more than everything else here together. */
const keys = new Map<string, TestKey>()
const testKey: typeof makeKey = (curve, seed) => {
  const name = `${curve} ${seed}`
  const key = keys.get(name) ?? makeKey(curve, seed)
  keys.set(name, key)
  return key
}

const flipBit = (hex: string, where: number): string => {
  const bytes = hexToBytes(hex)
  const bit = where % (bytes.length * 8)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytesToHex(bytes)
}

const LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const otherLetter = (text: string, where: number): string => {
  const at = where % text.length
  const letter = LETTERS[(LETTERS.indexOf(text.charAt(at)) + 1 + (where % 31)) % 32] ?? "q"
  return `${text.slice(0, at)}${letter}${text.slice(at + 1)}`
}

/** The one proof that is wrong. */
const wrongProof = ({ curve, name, seed, type, where }: Mutation, challenge: string): SignedProof => {
  const key = testKey(curve, `key ${seed}`)
  const other = testKey(curve, `other ${seed}`)
  const right = prove(key, challenge, { type })
  const withProof = (change: Partial<SignedProof["proof"]>) => ({ ...right, proof: { ...right.proof, ...change } })
  switch (name) {
    case "signature bit":
      return withProof({ signature: flipBit(right.proof.signature, where) })
    case "key bit":
      return withProof({ publicKey: flipBit(right.proof.publicKey, where) })
    case "challenge bit":
      return { ...right, challenge: flipBit(challenge, where) }
    case "signed challenge bit":
      return { ...prove(key, flipBit(challenge, where), { type }), challenge }
    case "address letter":
      return { ...right, address: otherLetter(right.address, where) }
    case "other account":
      return { ...right, address: addressOf(other, type) }
    case "other network":
      return { ...right, address: addressOf(key, type, [1, 32, 33, 34, 36, 37, 242][where % 7]) }
    case "other kind":
      return { ...right, type: type === "account" ? "persona" : "account" }
    case "other curve":
      return withProof({ curve: curve === "curve25519" ? "secp256k1" : "curve25519" })
    case "other origin": {
      const origin =
        [`${site.origin}/`, "https://evil.example", site.origin.replace("http:", "https:")][where % 3] ?? ""
      return prove(key, challenge, { type, context: { ...site, origin } })
    }
    case "other dApp":
      return prove(key, challenge, { type, context: { ...site, dAppDefinitionAddress: addressOf(other) } })
    case "hashed twice":
      return withProof({ signature: bytesToHex(key.sign(rolaHash(bytesToHex(rolaHash(challenge, site)), site))) })
    default:
      return right
  }
}

/** Signs in with one wrong proof, among others that are right. Succeeds only if the server is wrong. */
export const attempt = (change: Mutation) =>
  Effect.gen(function* () {
    const challenges = yield* Challenges
    const ledger = yield* TestLedger
    const { challenge } = yield* challenges.issue("sign-in", client.browserHash)
    const wrong = wrongProof(change, challenge)
    ledger.keys.clear()
    const owner = testKey(change.curve, `new owner ${change.seed}`)
    if (change.name === "rotated key") ledger.keys.set(wrong.address, [{ curve: owner.curve, hash: keyHashOf(owner) }])
    if (change.name === "no owner keys left") ledger.keys.set(wrong.address, [])
    if (change.name === "used") yield* challenges.use(challenge, "sign-in", client.browserHash)
    if (change.name === "expired") yield* TestClock.adjust(`${300 + (change.where % 4_000)} seconds`)
    const from = change.name === "other browser" ? { ...client, browserHash: "b".repeat(64) } : client

    // A right account in addition, so that a wrong persona is not refused for the missing account. There is none if the
    // challenge itself is changed, because a second challenge would be refused for that reason alone.
    const beside = prove(testKey("curve25519", "beside"), wrong.challenge)
    const proofs = change.name === "challenge bit" && change.type === "account" ? [wrong] : [beside, wrong]
    return yield* signInWith(proofs, from)
  })
