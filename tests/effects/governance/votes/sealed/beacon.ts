/** A beacon whose key the tests have: it signs any round immediately, or not. */
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { Beacon, NoSignature, type RoundResponse } from "~/effects/governance/votes/sealed/Beacon.server"
import { type BeaconChain, roundAt } from "~/effects/governance/votes/sealed/BeaconRound"
import { signRound } from "~/effects/governance/votes/timelock"

const secret = new Uint8Array(32).fill(7)
const otherSecret = new Uint8Array(32).fill(9)
const keyOf = (of: Uint8Array) => bytesToHex(bls12_381.G2.Point.BASE.multiply(BigInt(`0x${bytesToHex(of)}`)).toBytes())

export const testChain: BeaconChain = {
  chain: "ab".repeat(32),
  publicKey: keyOf(secret),
  genesis: 1_700_000_000,
  period: 3
}

export const signatureAt = (round: number): string => bytesToHex(signRound(round, secret))

/** The key of another beacon. */
export const otherKey = keyOf(otherSecret)

type ReceivedResponse = (round: number) => Effect.Effect<RoundResponse, NoSignature>

/** Responds for rounds whose time has come. */
export const honest: ReceivedResponse = (round) =>
  Effect.flatMap(
    Effect.clockWith((clock) => clock.currentTimeMillis),
    (now): Effect.Effect<RoundResponse, NoSignature> =>
      round > roundAt(testChain, now)
        ? new NoSignature({ message: "not yet" })
        : Effect.succeed({ round, signature: signatureAt(round) })
  )

export const testBeacon = (respond: ReceivedResponse = honest) =>
  Beacon.layerScript(testChain, ({ round }) => respond(round))

/** A server whose settings name another beacon now, which signs every requested round of any chain. */
export const otherBeacon = Beacon.layerScript(
  { ...testChain, chain: "cd".repeat(32), publicKey: otherKey },
  ({ round }) => Effect.succeed({ round, signature: bytesToHex(signRound(round, otherSecret)) })
)
