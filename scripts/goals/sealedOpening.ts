/**
 * Benchmark sealed-opening: how many sealed ballots one core opens a second, as the server's thread and every checker
 * do it. Processor time, so that other work on the machine does not count.
 */
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { openOne } from "~/effects/governance/votes/sealed/openTask"
import { drawn, sealContent } from "~/effects/governance/votes/sealed/SealedBody"
import { signRound } from "~/effects/governance/votes/timelock"
import { atLeast, type Goal } from "./goal"

const BALLOTS = Number(process.env.BALLOTS ?? 200)
const LIMIT = 40
const WARM = 20

const secret = new Uint8Array(32).fill(7)
const publicKey = bytesToHex(bls12_381.G2.Point.BASE.multiply(BigInt(`0x${bytesToHex(secret)}`)).toBytes())
const beacon = { chain: "ab".repeat(32), publicKey, round: 77 }
const rules = {
  voteType: "basic" as const,
  choices: [{ key: "yes" }, { key: "no" }, { key: "abstain" }],
  sealedBody: 2 as const
}
const bound = { account: "account_tdx_2_voter", proposalDigest: "cd".repeat(32) }
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Milliseconds of processor time. */
const cpuOf = (work: () => void) => {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1_000
}

export const sealedOpening: Goal = () => {
  const signature = bytesToHex(signRound(beacon.round, secret))
  const seal = () =>
    Either.getOrThrow(sealContent({ choice: "yes", reason: "because" }, rules, beacon, drawn(random), bound))
  const ballots = Array.from({ length: WARM }, seal)
  const sealing = cpuOf(() => {
    for (let n = 0; n < WARM; n += 1) seal()
  })
  const openAll = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const ballot = ballots[n % ballots.length]
      if (ballot === undefined || "spoilt" in openOne({ ...bound, sealed: ballot }, { ...rules, signature }))
        throw new Error("a valid ballot did not open")
    }
  }
  openAll(WARM)
  const took = cpuOf(() => openAll(BALLOTS))
  return Promise.resolve(
    atLeast(
      Number(((BALLOTS * 1_000) / took).toFixed(1)),
      LIMIT,
      `ballots opened a second of processor time, of ${BALLOTS}; sealing one takes ${(sealing / WARM).toFixed(0)} ms`
    )
  )
}
