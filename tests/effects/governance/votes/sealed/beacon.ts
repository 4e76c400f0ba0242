/** A beacon whose key the tests have: any round is signed at once, or not. */
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { Beacon, NoSignature, type RoundAnswer } from "~/effects/governance/votes/sealed/Beacon.server"
import { type BeaconChain, roundAt } from "~/effects/governance/votes/sealed/BeaconRound"
import { signRound } from "~/effects/governance/votes/timelock"

const secret = new Uint8Array(32).fill(7)

export const testChain: BeaconChain = {
  chain: "ab".repeat(32),
  publicKey: bytesToHex(bls12_381.G2.Point.BASE.multiply(BigInt(`0x${bytesToHex(secret)}`)).toBytes()),
  genesis: 1_700_000_000,
  period: 3
}

export const signatureAt = (round: number): string => bytesToHex(signRound(round, secret))

type Answer = (round: number) => Effect.Effect<RoundAnswer, NoSignature>

/** Answers rounds that have come. */
export const honest: Answer = (round) =>
  Effect.flatMap(
    Effect.clockWith((clock) => clock.currentTimeMillis),
    (now): Effect.Effect<RoundAnswer, NoSignature> =>
      round > roundAt(testChain, now)
        ? new NoSignature({ message: "not yet" })
        : Effect.succeed({ round, signature: signatureAt(round) })
  )

export const testBeacon = (answer: Answer = honest) => Beacon.layerScript(testChain, answer)
