/**
 * Fault test rolling-restart: three servers on one Postgres behind HAProxy with its example are restarted one after the
 * other, while visitors send fifty requests a second (`RATE`), every tenth of them a write. Counted as wrong: a
 * response of 4xx or 5xx, a connection that fails, and an acknowledged comment that is not stored exactly once.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { startPostgres } from "../../../tests/postgres"
import { isInstalled, proxies, SITE } from "../../../tests/proxyExamples"
import { atMost, type Goal, type Outcome } from "../goal"
import { freePort, type Running, startProduct } from "../servers"
import { commentOf, prepareThread } from "../thread"
import { databaseOf, type Where } from "../voteMessages"
import { type Asked, type Visitors, visitorsOf } from "./visitors"

const ROUNDS = Number(process.env.RUNS ?? 2)
/** Requests a second; fewer are for a machine that has other work. */
const PER_SECOND = Number(process.env.RATE ?? 50)
const WRITES_EACH = 10
/** Each has a thread of their own: how fast one thread takes comments is another benchmark. */
const WRITERS = 20
/** The setting's default, for which the proxy's example is written. */
const DRAIN_SECONDS = "10"
const WARM_UP_MS = 4_000
const CALM_MS = 6_000
const ORIGIN = `https://${SITE}`
const NOTHING = { headers: {}, body: "" }
/** Above this before the first restart, the machine is too busy for this pace anyway. */
const CALM_P95_MS = 1_000

const notHere = (why: string): Outcome => ({ value: 0, limit: 0, ok: true, note: `not run: ${why}` })

const startProxy = async (folder: string, servers: readonly [number, number, number]) => {
  const haproxy = proxies.find(({ command }) => command === "haproxy")
  if (haproxy === undefined) throw new Error("there is no example for HAProxy")
  const port = await freePort()
  mkdirSync(folder)
  const { run } = haproxy.prepare({ folder, port, servers })
  const child = spawn(haproxy.command, run, { stdio: ["ignore", "ignore", "pipe"] })
  const downs: Array<string> = []
  child.stderr.on("data", (text) => {
    for (const [, reason = ""] of String(text).matchAll(/is DOWN, reason: ([^,]*(?:, code: \d+)?)/g)) downs.push(reason)
  })
  const { ask, leave } = visitorsOf(port, SITE)
  for (let tries = 100; tries > 0; tries--) {
    if ((await ask({ method: "GET", path: "/healthz", ...NOTHING }).catch(() => 0)) === 200) {
      leave()
      return { child, downs, port }
    }
    await pause(50)
  }
  throw new Error(`HAProxy does not respond; its exit status is ${child.exitCode}`)
}

interface Load {
  readonly stop: () => Promise<void>
  readonly asked: () => number
  readonly times: ReadonlyArray<number>
  readonly acknowledged: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<string>
}

/** Sends requests at the pace, whether or not earlier ones have ended. */
const ask = (visitors: Visitors, read: ReadonlyArray<Asked>, threads: ReadonlyArray<string>): Load => {
  const [times, acknowledged, wrong]: [Array<number>, Array<string>, Array<string>] = [[], [], []]
  let [isOn, asked] = [true, 0]
  const send = async (n: number) => {
    const since = performance.now()
    const isWrite = n % WRITES_EACH === WRITES_EACH - 1
    const text = `Comment ${n} of a rolling restart.`
    const writer = Math.floor(n / WRITES_EACH) % WRITERS
    const { body, headers } = commentOf(ORIGIN, writer, text)
    const write = {
      method: "POST",
      path: threads[writer] ?? "",
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
      body: String(body)
    } as const
    const asking = isWrite ? write : (read[n % read.length] ?? write)
    await visitors.ask(asking).then(
      (status) => {
        if (status >= 400) wrong.push(`${asking.method} ${status}`)
        else if (isWrite) acknowledged.push(text)
      },
      (error: unknown) => wrong.push(`${asking.method}: ${error instanceof Error ? error.message : String(error)}`)
    )
    times.push(performance.now() - since)
  }
  const underWay: Array<Promise<void>> = []
  const begun = performance.now()
  const asking = (async () => {
    while (isOn) {
      const early = (asked * 1_000) / PER_SECOND - (performance.now() - begun)
      if (early > 0) await pause(early)
      underWay.push(send(asked++))
    }
  })()
  const stop = async () => {
    isOn = false
    await asking
    await Promise.all(underWay)
  }
  return { stop, asked: () => asked, times, acknowledged, wrong }
}

const bodies = (where: Where) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ readonly body: string }>`SELECT body FROM comments`).pipe(
    Effect.map((rows) => rows.map(({ body }) => body)),
    Effect.provide(databaseOf(where)),
    Effect.orDie,
    Effect.runPromise
  )

const p95Of = (times: ReadonlyArray<number>) => {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
}

/** "3 of GET 503, 1 of POST 502". */
const kindsOf = (wrong: ReadonlyArray<string>) => {
  const counts = new Map<string, number>()
  for (const each of wrong) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts]
    .slice(0, 8)
    .map(([kind, n]) => `${n} of ${kind}`)
    .join(", ")
}

/** What a browser requests: pages, a member's among them, and the files that these name. */
const readsOf = async (origin: string, slug: string, threadPath: string): Promise<ReadonlyArray<Asked>> => {
  const html = await (await fetch(`${origin}/`)).text()
  const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])]
  if (files.length === 0) throw new Error("the home page names no files")
  const cookie = commentOf(ORIGIN, 0, "").headers.Cookie
  return ["/", "/explore", `/explore/${slug}`, "/support", threadPath].flatMap((path, n) => [
    { method: "GET", path, headers: path === threadPath ? { Cookie: cookie } : {}, body: "" } as const,
    { method: "GET", path: files[(2 * n) % files.length] ?? "/", ...NOTHING } as const,
    { method: "GET", path: files[(2 * n + 1) % files.length] ?? "/", ...NOTHING } as const
  ])
}

/** Acknowledged comments that are missing, or stored more than once. */
const lost = async (where: Where, acknowledged: ReadonlyArray<string>) => {
  const times = new Map<string, number>()
  for (const body of await bodies(where)) times.set(body, (times.get(body) ?? 0) + 1)
  return acknowledged
    .filter((text) => times.get(text) !== 1)
    .map((text) => `stored ${times.get(text) ?? 0} times: ${text}`)
}

const faultTest = async (scratch: string, url: string): Promise<Outcome> => {
  const where = { folder: join(scratch, "data"), url }
  const env = { APP_ORIGIN: ORIGIN, DATABASE_URL: url, DRAIN_SECONDS, SESSION_SECRET: "s".repeat(32) }
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const start = (port: number) => startProduct("none", where.folder, { ...env, PORT: String(port) })
  const running = new Map<number, Running>()
  let [proxy, visitors]: [ChildProcess | undefined, Visitors | undefined] = [undefined, undefined]
  try {
    running.set(ports[0], await start(ports[0]))
    const { others, path, slug } = await prepareThread(where, WRITERS, WRITERS, WRITERS - 1)
    for (const port of ports.slice(1)) running.set(port, await start(port))
    const started = await startProxy(join(scratch, "proxy"), ports)
    proxy = started.child
    visitors = visitorsOf(started.port, SITE)
    const read = await readsOf(running.get(ports[0])?.origin ?? "", slug, path)
    const load = ask(visitors, read, [path, ...others])
    const since = performance.now()
    await pause(WARM_UP_MS)
    const before = load.times.length
    await pause(CALM_MS)
    const calm = p95Of(load.times.slice(before))
    if (!(calm < CALM_P95_MS)) {
      await load.stop()
      throw new Error(`the machine is too busy: p95 ${Math.round(calm)} ms before any restart`)
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const port of ports) {
        await running.get(port)?.stop()
        running.delete(port)
        running.set(port, await start(port))
      }
    }
    await pause(WARM_UP_MS)
    await load.stop()
    const seconds = (performance.now() - since) / 1_000
    const wrong = [...load.wrong, ...(await lost(where, load.acknowledged))]
    return {
      ...atMost(
        wrong.length,
        0,
        `wrong responses, failed connections and lost comments; ${ROUNDS * ports.length} restarts in ${Math.round(seconds)} s under ${Math.round(load.asked() / seconds)} requests a second, ${load.acknowledged.length} comments acknowledged, p95 ${Math.round(calm)} ms before and ${Math.round(p95Of(load.times))} ms in all, the slowest ${Math.round(Math.max(...load.times))} ms${wrong.length === 0 ? "" : `: ${kindsOf(wrong)}; HAProxy took servers out for ${kindsOf(started.downs)}`}`
      ),
      ok: wrong.length === 0 && load.acknowledged.length > 0
    }
  } finally {
    visitors?.leave()
    await Promise.all([...running.values()].map(({ stop }) => stop()))
    proxy?.kill("SIGTERM")
  }
}

export const rollingRestart: Goal = async (): Promise<Outcome> => {
  for (const command of ["haproxy", "openssl"]) {
    if (!isInstalled(command)) return notHere(`${command} is not installed`)
  }
  const postgres = await startPostgres("fsync=on", "synchronous_commit=on")
  if (postgres === null) return notHere("Postgres is not installed")
  const scratch = mkdtempSync(join(tmpdir(), "commonhold-rolling-"))
  try {
    return await faultTest(scratch, postgres.url)
  } finally {
    await postgres.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}
