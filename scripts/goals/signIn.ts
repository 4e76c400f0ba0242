/**
 * Benchmark of docs/goals.md A16: a whole sign-in check compared with a bare one, in one process, interleaved. Bare is
 * Node's verify with the key read as SPKI, as its documentation shows (5,412/s).
 */
import { createPublicKey, verify } from "node:crypto"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola.server"
import { isSignedBy } from "~/effects/people/wallet-session/proof/signature.server"
import { ed25519Key, prove, site } from "../../tests/effects/people/wallet-session/keys"
import { atLeast, type Goal, median } from "./goal"

const ROUNDS = 15
const ROUND_MS = 300
const challenge = "fe81d4fddaa22d0c103198f61df8437d8b8899102633c08021ecc41c5ab61dfd"
const SPKI = Buffer.from("302a300506032b6570032100", "hex")

/** Operations a second. */
const rate = (operation: () => boolean): number => {
  const start = performance.now()
  let count = 0
  while (performance.now() - start < ROUND_MS) {
    for (let n = 0; n < 20; n++) if (!operation()) throw new Error("A valid signature was refused.")
    count += 20
  }
  return (count * 1_000) / (performance.now() - start)
}

export const signInCrypto: Goal = async () => {
  const { proof } = prove(ed25519Key("bench"), challenge)
  const hash = rolaHash(challenge, site)
  const der = Buffer.concat([SPKI, Buffer.from(proof.publicKey, "hex")])
  const signature = Buffer.from(proof.signature, "hex")
  const bare = () => verify(null, hash, createPublicKey({ key: der, format: "der", type: "spki" }), signature)
  const whole = () => isSignedBy(proof, rolaHash(challenge, site))

  rate(bare)
  rate(whole)
  const rounds = Array.from({ length: ROUNDS }, () => ({ bare: rate(bare), whole: rate(whole) }))
  const ratio = median(rounds.map((round) => round.whole / round.bare))
  const whole_s = Math.round(median(rounds.map((round) => round.whole)))
  const bare_s = Math.round(median(rounds.map((round) => round.bare)))
  return atLeast(Number(ratio.toFixed(3)), 0.9, `${whole_s}/s for message, hash and signature; ${bare_s}/s bare`)
}
