/**
 * Benchmark of docs/goals.md A9: the cost of the guarded pages that members read most, with session and database,
 * compared with HELLO served by remix-serve in the same minutes. Each page is rendered for its request, without a
 * cache.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { demoAccount } from "~/effects/local/seed/accounts"
import { demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { openSessions } from "./demoSessions"
import { atMost, type Goal, median } from "./goal"
import { hammer, messageOf } from "./load"
import { recordingOf } from "./profile/recording"
import { cpuMs, type Running, startHello, startProduct } from "./servers"

const WHO = "Theo Marchetti"
const ROWS = 60
const HOUR_MS = 3_600_000
const SEEDED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 200
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const REQUESTS = { hello: 600, ours: 150 }
const CONNECTIONS = 32
/** Times HELLO. */
const LIMIT = 7

const community = demoCommunityId("night-film")
const inside = `/community/detail/${community}`
const PAGES = {
  activity: `${inside}/activity`,
  overview: inside,
  discussion: `${inside}/discussion?thread=1`,
  proposal: `${inside}/proposals?p=1`,
  dashboard: "/userDashboard"
}
const names = Object.keys(PAGES) as ReadonlyArray<keyof typeof PAGES> // the keys of the line above

/** Enough events for a full page of the activity tab. */
const events = () => {
  const now = Date.now()
  return Array.from({ length: ROWS }, (_, n) => ({
    communityId: community,
    seq: 100_000 + n,
    at: now - n * HOUR_MS,
    actor: demoAccount(WHO),
    type: "threadStarted",
    topic: "discussion",
    target: "/",
    data: JSON.stringify({ title: "A winter programme" }),
    visibility: "members"
  }))
}

/** In a fresh folder: the demonstration, those events and a session. Returns the session's cookie. */
const makeInsideFolder = async (folder: string): Promise<string> => {
  await (await startProduct("demo", folder)).stop()
  const [cookie = ""] = await openSessions(
    join(folder, "commonhold.sqlite"),
    [WHO],
    (sql) => sql`INSERT INTO activity_events ${sql.insert(events())}`
  )
  return cookie
}

/** The demonstration creates its votes after the start. */
const appears = async (url: string, headers: Readonly<Record<string, string>>) => {
  const until = Date.now() + SEEDED_WITHIN_MS
  while (!(await fetch(url, { headers })).ok) {
    if (Date.now() > until) throw new Error(`${url} did not appear.`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Milliseconds of processor time for each request. */
const costOf = async (
  { pid, port }: Running,
  path: string,
  requests: number,
  headers: Readonly<Record<string, string>> = {}
): Promise<number> => {
  const message = messageOf(port, "GET", path, headers)
  const before = cpuMs(pid)
  await hammer({ port, connections: CONNECTIONS, requests, message: () => message })
  return (cpuMs(pid) - before) / requests
}

/** The median of the five pages' ratios; each of them is the median of rounds interleaved with HELLO. */
export const insidePage: Goal = async () => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  try {
    const headers = { Cookie: await makeInsideFolder(folder) }
    const hello = await startHello()
    const product = await startProduct("demo", folder).catch(async (error: unknown) => {
      await hello.stop()
      throw error
    })
    try {
      const costOfPage = (name: keyof typeof PAGES) => costOf(product, PAGES[name], REQUESTS.ours, headers)
      for (const name of names) await appears(`${product.origin}${PAGES[name]}`, headers)
      await costOf(hello, "/", REQUESTS.hello)
      for (const name of names) await costOfPage(name)
      const ratios = Object.fromEntries(names.map((name) => [name, [] as number[]]))
      const bare: Array<number> = []
      for (let round = 0; round < ROUNDS; round++) {
        for (const name of names) {
          const beside = await costOf(hello, "/", REQUESTS.hello)
          bare.push(beside)
          ratios[name]?.push((await costOfPage(name)) / beside)
        }
      }
      for (const name of names) await recordingOf(product.pid, name, () => costOfPage(name))
      const middles = names.map((name) => [name, median(ratios[name] ?? [])] as const)
      const each = middles.map(([name, ratio]) => `${name} ${ratio.toFixed(1)}`).join(", ")
      return atMost(
        Number(median(middles.map(([, ratio]) => ratio)).toFixed(2)),
        LIMIT,
        `times HELLO's processor time, the median of five pages: ${each}; HELLO ${median(bare).toFixed(2)} ms a request`
      )
    } finally {
      await product.stop()
      await hello.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
