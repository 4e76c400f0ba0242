/**
 * Benchmark closings: 2,000 votes that are due together are counted, closed and notified: by one server on either
 * database, and by two that share a Postgres, while a member reads pages. Counted: the seconds until the last one is
 * closed, how much longer the member waits, and that each vote was closed and notified exactly once.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createDatabase } from "../../tests/freshDatabases"
import { startPostgres } from "../../tests/postgres"
import { closeAt, closedVotes, NAMES, openVotes, prepareVotes, VOTES } from "./closings/dueVotes"
import type { Goal, Outcome } from "./goal"
import { inMs, type PageTimes, readPages } from "./pageTimes"
import { type Running, startProduct } from "./servers"
import type { Where } from "./voteMessages"

const LIMIT_S = 60
/** Gives up on the last one after this. */
const GIVE_UP_MS = 150_000
const TIMES_AS_LONG = 2
const WARM_UP_MS = 1_500
const CALM_MS = 6_000
const BETWEEN_LOOKS_MS = 500
const MINUTE_MS = 60_000

interface Ended {
  readonly seconds: number
  readonly calm: PageTimes
  readonly busy: PageTimes
  readonly wrong: ReadonlyArray<string>
}

const until = (time: number) => () => Date.now() < time

/** What each close must have written, compared with the number of votes. */
const check = async (where: Where, since: number) => {
  const { counted, events, lastAt, passed, told } = await closedVotes(where)
  // Authors get another notification about their own proposals.
  const readers = VOTES * (NAMES.length - 1)
  const wrong = [
    ...(passed === VOTES ? [] : [`${passed} of ${VOTES} were closed`]),
    ...(told === readers ? [] : [`${told} results were notified, not ${readers}`]),
    ...(events === VOTES ? [] : [`${events} events of ${VOTES}`]),
    ...(counted === VOTES ? [] : [`the directory shows ${counted}`])
  ]
  return { seconds: (lastAt - since) / 1_000, wrong }
}

const measure = async (servers: number, where: Where): Promise<Ended> => {
  const env: Readonly<Record<string, string>> = where.url === undefined ? {} : { DATABASE_URL: where.url }
  await (await startProduct("none", where.folder, env)).stop()
  const { cookie, paths } = await prepareVotes(where)
  const running: Array<Running> = []
  try {
    for (let n = 0; n < servers; n++) running.push(await startProduct("none", where.folder, env))
    const urls = paths.flatMap((path) => running.map(({ origin }) => `${origin}${path}`))
    const headers = { Cookie: cookie }
    // Jobs run at full minutes.
    const due = Math.ceil((Date.now() + WARM_UP_MS + CALM_MS) / MINUTE_MS) * MINUTE_MS
    await closeAt(where, due)
    await readPages(urls, until(Date.now() + WARM_UP_MS), headers)
    const calm = await readPages(urls, until(Date.now() + CALM_MS), headers)
    await pause(Math.max(0, due - Date.now()))
    let open = VOTES
    const reading = readPages(urls, () => open > 0, headers)
    while (open > 0 && Date.now() < due + GIVE_UP_MS) {
      await pause(BETWEEN_LOOKS_MS)
      open = await openVotes(where)
    }
    open = 0
    const busy = await reading
    return { calm, busy, ...(await check(where, due)) }
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
  }
}

const words = (name: string, ended: Ended | undefined) =>
  ended === undefined
    ? `${name}: not available`
    : `${name}: ${ended.seconds.toFixed(1)} s; pages p95 ${inMs(ended.calm.p95)} before, ${inMs(ended.busy.p95)} meanwhile${ended.wrong.length === 0 ? "" : `: ${ended.wrong.join("; ")}`}`

export const closings: Goal = async (): Promise<Outcome> => {
  const scratch = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  const postgres = await startPostgres("fsync=on", "synchronous_commit=on")
  const shared = async (servers: number) => {
    if (postgres === null) return undefined
    const name = await createDatabase(postgres.url, "template1")
    return measure(servers, {
      folder: join(scratch, `postgres-${servers}`),
      url: postgres.url.replace(/\/postgres$/, `/${name}`)
    })
  }
  try {
    const lite = await measure(1, { folder: join(scratch, "sqlite") })
    const [one, two] = [await shared(1), await shared(2)]
    const all = [lite, one, two].filter((ended) => ended !== undefined)
    const value = Number(Math.max(...all.map(({ seconds }) => seconds)).toFixed(1))
    const isCalm = all.every(({ busy, calm }) => busy.p95 < TIMES_AS_LONG * calm.p95)
    const isFaster = one === undefined || two === undefined || two.seconds < one.seconds
    return {
      value,
      limit: LIMIT_S,
      ok: value <= LIMIT_S && isCalm && isFaster && all.every(({ wrong }) => wrong.length === 0),
      note: `seconds until the last of ${VOTES} votes is closed, at most; ${words("SQLite", lite)}; ${words("Postgres", one)}; ${words("two servers on Postgres", two)}`
    }
  } finally {
    await postgres?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}
