/**
 * Benchmark sealing: how long sealing a ballot takes in the voter's page, with the shipped script, in Chromium. It
 * blocks the page, so this is also how long the page does not respond.
 */
import { readdirSync } from "node:fs"
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { SealedHere } from "~/components/governance/votes/seal-ballot"
import { openBrowser } from "./browser"
import { atMost, type Goal, median } from "./goal"
import { BUILD, startProduct } from "./servers"

/** Felt as slow, but not as broken (INP "needs improvement" ends there). */
const LIMIT_MS = 500
const BALLOTS = 30

const publicKey = bytesToHex(bls12_381.G2.Point.BASE.multiply(7n).toBytes())
const beacon = { chain: "ab".repeat(32), publicKey, round: 77 }
const rules = { voteType: "basic", choices: [{ key: "yes" }, { key: "no" }, { key: "abstain" }], sealedBody: 2 }
const bound = { account: "account_tdx_2_voter", proposalDigest: "cd".repeat(32) }

const shippedScript = () => {
  const file = readdirSync(`${BUILD}/client/assets`).find((name) => /^seal-ballot-.*\.js$/.test(name))
  if (file === undefined) throw new Error(`${BUILD} has no script for sealing: run npm run build first.`)
  return `/assets/${file}`
}

interface Shipped {
  readonly sealHere: (
    content: unknown,
    rules: unknown,
    beacon: unknown,
    bound: unknown
  ) => { readonly right?: SealedHere }
}

export const sealing: Goal = async () => {
  const product = await startProduct("none")
  const { close, newPage } = await openBrowser()
  try {
    // The benchmark injects an import, which the page's policy would block.
    const page = await newPage({ bypassCSP: true })
    await page.goto(`${product.origin}/verify`)
    const times = await page.evaluate(
      async ({ asked, count, from }) => {
        const { sealHere } = (await import(from)) as Shipped
        const all: Array<number> = []
        for (let n = 0; n < count; n += 1) {
          const since = performance.now()
          const { right } = sealHere({ choice: "yes", reason: "because" }, asked.rules, asked.beacon, asked.bound)
          all.push(performance.now() - since)
          if (right?.sealed.U.length !== 192) throw new Error("no ballot was sealed")
        }
        return all
      },
      { asked: { rules, beacon, bound }, count: BALLOTS, from: shippedScript() }
    )
    const [first = Number.NaN] = times
    return atMost(
      Math.round(first),
      LIMIT_MS,
      `milliseconds for the first ballot of a page in Chromium; the median of ${BALLOTS} is ${Math.round(median(times))} ms, the slowest ${Math.round(Math.max(...times))} ms`
    )
  } finally {
    await close()
    await product.stop()
  }
}
