/**
 * Benchmark busy-thread: 24 members write comments into one thread with a thousand followers, each as soon as the last
 * is acknowledged, while a visitor reads pages. Counted: comments a second, how much longer the visitor waits, and that
 * every follower is notified of every comment in the end.
 */
import { setTimeout as pause } from "node:timers/promises"
import { onEachDatabase, until } from "./eachDatabase"
import type { Goal } from "./goal"
import { inMs, type PageTimes, readPages } from "./pageTimes"
import { startProduct } from "./servers"
import { comment, prepareThread, storedIn } from "./thread"
import type { Where } from "./voteMessages"

const FOLLOWERS = Number(process.env.FOLLOWERS ?? 1_000)
const WRITERS = 24
const SECONDS = 15
const CALM_MS = 5_000
const LIMIT = 100
const TIMES_AS_LONG = 2
const TOLD_WITHIN_MS = 60_000

interface Ended {
  readonly rate: number
  readonly calm: PageTimes
  readonly busy: PageTimes
  readonly toldAfter: number
  readonly wrong: ReadonlyArray<string>
}

/** Writes as long as `goesOn`. Returns how many were acknowledged. */
const write = async (origin: string, path: string, writer: number, goesOn: () => boolean) => {
  let kept = 0
  while (goesOn()) {
    const status = await comment(origin, path, writer, `Number ${kept} of writer ${writer}.`)
    if (status >= 400) throw new Error(`a comment was answered with ${status}`)
    kept++
  }
  return kept
}

const measure = async (where: Where, env: Readonly<Record<string, string>>): Promise<Ended> => {
  const { path, slug } = await prepareThread(where, FOLLOWERS, WRITERS)
  const product = await startProduct("none", where.folder, env)
  try {
    const { origin } = product
    const urls = ["/", "/explore", `/explore/${slug}`].map((page) => `${origin}${page}`)
    await readPages(urls, until(Date.now() + 1_000))
    const calm = await readPages(urls, until(Date.now() + CALM_MS))
    const since = Date.now()
    const goesOn = () => Date.now() < since + SECONDS * 1_000
    const reading = readPages(urls, goesOn)
    const kept = await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(origin, path, n, goesOn)))
    const all = kept.reduce((sum, each) => sum + each, 0)
    const seconds = (Date.now() - since) / 1_000
    const busy = await reading
    const ended = Date.now()
    let now = await storedIn(where, FOLLOWERS)
    while (now.told < all && Date.now() - ended < TOLD_WITHIN_MS) {
      await pause(250)
      now = await storedIn(where, FOLLOWERS)
    }
    // The readers, and Ada, who wrote the thread.
    const wrong = [
      ...(now.comments === all ? [] : [`${all} were acknowledged, ${now.comments} are stored`]),
      ...(now.told === all ? [] : [`a follower was notified of ${now.told} of ${all}`]),
      ...(now.readers === FOLLOWERS + 1 ? [] : [`${now.readers} people were notified`])
    ]
    return { rate: all / seconds, calm, busy, toldAfter: (Date.now() - ended) / 1_000, wrong }
  } finally {
    await product.stop()
  }
}

const words = (name: string, ended: Ended | undefined) =>
  ended === undefined
    ? `${name}: not available`
    : `${name}: ${Math.round(ended.rate)} comments a second, all followers notified ${ended.toldAfter.toFixed(1)} s after the last; pages p95 ${inMs(ended.calm.p95)} before, ${inMs(ended.busy.p95)} meanwhile${ended.wrong.length === 0 ? "" : `: ${ended.wrong.join("; ")}`}`

export const busyThread: Goal = async () => {
  const { all, lite, other } = await onEachDatabase(measure)
  const value = Math.round(Math.min(...all.map(({ rate }) => rate)))
  const isCalm = all.every(({ busy, calm }) => busy.p95 < TIMES_AS_LONG * calm.p95)
  return {
    value,
    limit: LIMIT,
    ok: value >= LIMIT && isCalm && all.every(({ wrong }) => wrong.length === 0),
    note: `comments a second with ${FOLLOWERS} followers and ${WRITERS} writers, at least; ${words("SQLite", lite)}; ${words("Postgres", other)}`
  }
}
