/**
 * Benchmark sealed-meanwhile: a vote of 1,000 sealed ballots is opened while a visitor reads pages, on either database.
 * Counted: the 99th percentile of the pages' times meanwhile and before, and when the vote is counted.
 */
import { setTimeout as pause } from "node:timers/promises"
import { onEachDatabase, until } from "./eachDatabase"
import type { Goal } from "./goal"
import { inMs, type PageTimes, readPages } from "./pageTimes"
import { BALLOTS, howFar, prepareSealedVote } from "./sealed/dueVote"
import { startProduct } from "./servers"
import type { Where } from "./voteMessages"

const LIMIT_MS = 150
const WARM_UP_MS = 2_000
const CALM_MS = 10_000
const MINUTE_MS = 60_000
/** Preparing the vote takes less. */
const PREPARED_WITHIN_MS = 30_000
/** One round of the job, after which a vote of thousands lets others proceed. */
const TURN_MS = 20_000
const GIVE_UP_MS = 600_000
const VOTERS = 5

interface Ended {
  readonly calm: PageTimes
  readonly busy: PageTimes
  /** Ballots opened within the first round. */
  readonly opened: number
  readonly wrong: ReadonlyArray<string>
}

const measure = async (where: Where, env: Readonly<Record<string, string>>): Promise<Ended> => {
  // Jobs run at full minutes.
  const due = Math.ceil((Date.now() + PREPARED_WITHIN_MS + WARM_UP_MS + CALM_MS) / MINUTE_MS) * MINUTE_MS
  await prepareSealedVote(where, due)
  const product = await startProduct("none", where.folder, env)
  try {
    const urls = ["/", "/explore", "/explore/club", "/explore/club/proposals/1"].map(
      (path) => `${product.origin}${path}`
    )
    await readPages(urls, until(due - CALM_MS - 500))
    const calm = await readPages(urls, until(due - 500))
    await pause(Math.max(0, due - Date.now()))
    const busy = await readPages(urls, until(due + TURN_MS))
    let end = await howFar(where)
    const { opened } = end
    while (end.status === "active" && Date.now() < due + GIVE_UP_MS) {
      await pause(1_000)
      end = await howFar(where)
    }
    const wrong = [
      ...(end.status === "passed" ? [] : [`it is ${end.status}`]),
      ...(end.voters === VOTERS && end.spoilt === 0 ? [] : [`${end.voters} voters, ${end.spoilt} spoilt`]),
      ...(opened > 0 ? [] : ["no ballot was opened meanwhile"])
    ]
    return { calm, busy, opened, wrong }
  } finally {
    await product.stop()
  }
}

const words = (name: string, ended: Ended | undefined) =>
  ended === undefined
    ? `${name}: not available`
    : `${name}: pages p95 ${inMs(ended.calm.p95)}, p99 ${inMs(ended.calm.p99)} before, ${inMs(ended.busy.p95)}, ${inMs(ended.busy.p99)} meanwhile, slowest ${inMs(ended.busy.slowest)} of ${ended.busy.reads}; ${ended.opened} of ${BALLOTS} ballots opened in its first ${TURN_MS / 1_000} s${ended.wrong.length === 0 ? "" : `: ${ended.wrong.join("; ")}`}`

export const sealedMeanwhile: Goal = async () => {
  const { all, lite, other } = await onEachDatabase(measure)
  const value = Math.round(Math.max(...all.map(({ busy }) => busy.p99)))
  return {
    value,
    limit: LIMIT_MS,
    ok: value <= LIMIT_MS && all.every(({ wrong }) => wrong.length === 0),
    note: `milliseconds that 99 of 100 pages take at most while a vote of ${BALLOTS} sealed ballots is opened; ${words("SQLite", lite)}; ${words("Postgres", other)}`
  }
}
