/**
 * A beacon for local mode only: signs a round every three seconds of the movable clock with a key in the data folder,
 * and returns rounds that have come. Its responses have the form of drand's (docs/votes.md, "Sealed ballots").
 */
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Layer } from "effect"
import type { KeyFile } from "~/effects/base/settings/dataFolder.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Beacon, NoSignature } from "~/effects/governance/votes/sealed/Beacon.server"
import { type BeaconChain, roundAt } from "~/effects/governance/votes/sealed/BeaconRound"
import { signRound } from "~/effects/governance/votes/timelock"
import { Faults } from "./Faults.server"

const TIMES = { genesis: 1_700_000_000, period: 3 }

const publicKeyOf = (secret: string) => bytesToHex(bls12_381.G2.Point.BASE.multiply(BigInt(`0x${secret}`)).toBytes())

/** The secret key, and in the next line its public key, whose derivation takes a tenth of the start. Both in hex. */
const storedKeys = (dataDir: string) => {
  const file = `${dataDir}/${"beacon-key" satisfies KeyFile}`
  const [stored, known] = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
  // The leading 0 keeps it below the order of the field.
  const secret = stored ?? `0${randomBytes(32).toString("hex").slice(1)}`
  const publicKey = known ?? publicKeyOf(secret)
  if (known === undefined) {
    mkdirSync(dataDir, { recursive: true })
    // Atomic, because with half a key no sealed ballot could be opened.
    writeFileSync(`${file}.new`, `${secret}\n${publicKey}`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return { secret: hexToBytes(secret), publicKey }
}

export class LocalBeacon extends Effect.Service<LocalBeacon>()("local/LocalBeacon", {
  effect: Effect.gen(function* () {
    const { dataDir } = yield* Settings
    const faults = yield* Faults
    const { publicKey, secret } = storedKeys(dataDir)
    const chain: BeaconChain = { ...TIMES, publicKey, chain: bytesToHex(sha256(hexToBytes(publicKey))) }

    /** The signature of a round that has come. */
    const respond = Effect.fn("LocalBeacon.respond")(function* (asked: string, round: number) {
      if (yield* faults.beaconDown) return yield* new NoSignature({ message: "the beacon is down" })
      const newest = roundAt(chain, yield* Clock.currentTimeMillis)
      if (asked !== chain.chain || !Number.isSafeInteger(round) || round < 1 || round > newest) {
        return yield* new NoSignature({ message: "the beacon has no such round" })
      }
      const signature = signRound(round, secret)
      return { round, randomness: bytesToHex(sha256(signature)), signature: bytesToHex(signature) }
    })

    return { chain, respond }
  })
}) {}

/** Replaces the beacon over HTTP. */
export const LocalBeaconLive = Layer.unwrapEffect(
  Effect.map(LocalBeacon, ({ respond, chain }) =>
    Beacon.layerScript(chain, (asked) => respond(asked.chain, asked.round))
  )
).pipe(Layer.provideMerge(LocalBeacon.Default))
