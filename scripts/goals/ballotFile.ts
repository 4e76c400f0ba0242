/**
 * Streams the ballot file of a vote with a million ballots, as JSON and CSV, to a reader that keeps up: the peak of the
 * server's memory above its level before.
 */
import { Effect } from "effect"
import { ballotsCsv, ballotsJson } from "~/effects/governance/votes/pages/ballotFile.server"
import { visit } from "../../tests/effects/publishing/dashboard/visits"
import { atMost, type Goal } from "./goal"
import { writeManyBallots } from "./growth/manyBallots"
import { signIn } from "./growth/models"
import { SLUG } from "./growth/names"
import { openProduct, type Product } from "./growth/product"
import { onSqlite } from "./growth/sqlite"

const BALLOTS = Number(process.env.BALLOTS ?? 1_000_000)
const LIMIT_MB = 64
const MEBIBYTE = 1024 * 1024
const rss = () => process.memoryUsage().rss / MEBIBYTE

interface Download {
  readonly bytes: number
  readonly lines: number
  readonly grown: number
  readonly seconds: number
}

const LINE_FEED = 10

const readAll = async (answer: Response): Promise<Download> => {
  globalThis.gc?.()
  const [before, begun] = [rss(), performance.now()]
  let [bytes, lines, peak] = [0, 0, 0]
  const reader = answer.body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || value === undefined) break
    bytes += value.length
    for (const byte of value) if (byte === LINE_FEED) lines += 1
    peak = Math.max(peak, rss())
  }
  return { bytes, lines, grown: peak - before, seconds: (performance.now() - begun) / 1_000 }
}

const download = (product: Product, program: typeof ballotsJson) =>
  product.run(
    Effect.flatMap(visit(`/explore/${SLUG}/proposals/1`, program, { params: { slug: SLUG, n: "1" } }), ({ value }) =>
      Effect.promise(() => readAll(value))
    )
  )

export const ballotFileMemory: Goal = async () => {
  const place = onSqlite()
  try {
    await writeManyBallots(place, BALLOTS)
    const product = await openProduct(place.settings)
    await product.run(signIn)
    const [json, csv] = [await download(product, ballotsJson), await download(product, ballotsCsv)]
    await product.close()
    const told = ({ bytes, grown, seconds }: Download) =>
      `${Math.round(bytes / MEBIBYTE)} MiB in ${seconds.toFixed(0)} s, ${grown.toFixed(0)} MiB more memory`
    const outcome = atMost(
      Math.round(Math.max(json.grown, csv.grown)),
      LIMIT_MB,
      `MiB at the peak, for ${BALLOTS} ballots: JSON ${told(json)}; CSV ${told(csv)}`
    )
    return { ...outcome, ok: outcome.ok && json.lines > 2 * BALLOTS && csv.lines > BALLOTS }
  } finally {
    await place.remove()
  }
}
