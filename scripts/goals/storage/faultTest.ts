/**
 * One fault test: a server takes writes while its storage fails and recovers. Counted as wrong: a response that is
 * neither good nor a typed 503, an acknowledged write that is not stored, a refused write that does not succeed
 * afterwards, a page that is missing or slow although the database can be read, and a readiness check that reports the
 * fault late.
 */
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { atMost, type Outcome } from "../goal"
import { freePort, startProduct } from "../servers"
import { databaseOf, prepareBallots, type Where } from "../voteMessages"
import { type Item, makeItems } from "./posts"

export interface Fault {
  readonly where: Where
  readonly env?: Readonly<Record<string, string>>
  /** False if not even pages can be read meanwhile. */
  readonly pagesGoOn: boolean
  /** False if nothing can be removed meanwhile either: unfinished uploads then remain. */
  readonly canRemove?: boolean
  readonly begin: () => Promise<void> | void
  readonly end: () => Promise<void> | void
  readonly seconds: number
}

const ITEMS = Number(process.env.ITEMS ?? 420)
const BETWEEN_POSTS_MS = 50
const WARM_UP_MS = 3_000
const READY_WITHIN_MS = 2_000
/** A page that waits for a lock takes seconds. */
const PAGE_WITHIN_MS = 1_500
/** Pages may take this many times as long as before the fault: on a busy machine everything takes longer. */
const TIMES_AS_LONG = 3
const RETRIES = 10

const statusOf = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { headers }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0
  )

const counted = ({ where }: Fault) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all({
      ballots: sql<{ n: number }>`SELECT COUNT(*) AS n FROM ballots`,
      messages: sql<{ n: number }>`SELECT COUNT(*) AS n FROM support_messages`,
      pictures: sql<{ file: string }>`SELECT file FROM uploads`
    })
  ).pipe(Effect.provide(databaseOf(where)), Effect.orDie, Effect.runPromise)

const filesBelow = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []

export const runFaultTest = async (fault: Fault): Promise<Outcome> => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = { ...fault.env, PORT: String(port), APP_ORIGIN: origin, LOG_LEVEL: "Error" }
  // The first start creates the tables.
  await (await startProduct("none", fault.where.folder, settings)).stop()
  const ballots = await prepareBallots(fault.where, port, ITEMS)
  const items = await makeItems(origin, ballots)
  const product = await startProduct("none", fault.where.folder, settings)

  const wrong: Array<string> = []
  const refused: Array<Item> = []
  const sent = { ballot: 0, message: 0, picture: 0 }
  let [acknowledged, refusals, pages, slowest, slowestBefore, isOn] = [0, 0, 0, 0, 0, true]
  let isFailing = false
  let hasFailed = false
  const atMostMs = (limit: number) => Math.max(limit, TIMES_AS_LONG * slowestBefore)

  const send = async (item: Item, again: boolean): Promise<boolean> => {
    const ended = await item
      .send()
      .catch((error: unknown) => ({ status: 0, isAcknowledged: false, problem: String(error) }))
    if (ended.isAcknowledged) acknowledged++
    else if (!again) refused.push(item)
    if (!ended.isAcknowledged) refusals++
    if (ended.problem !== undefined) wrong.push(`${item.kind}: ${ended.problem}`)
    return ended.isAcknowledged
  }
  const writing = (async () => {
    const open: Array<Promise<unknown>> = []
    for (const item of items) {
      if (!isOn) break
      sent[item.kind]++
      open.push(send(item, false))
      await pause(BETWEEN_POSTS_MS)
    }
    await Promise.all(open)
  })()
  const cookie = ballots[0]?.headers.Cookie ?? ""
  const reading = (async () => {
    const checks = [
      { path: "/" },
      { path: "/", headers: { Cookie: cookie } },
      { path: "/explore" },
      { path: "/support" }
    ]
    for (let n = 0; isOn; n++) {
      const { headers = {}, path } = checks[n % checks.length] ?? { path: "/" }
      const since = performance.now()
      const status = await statusOf(`${origin}${path}`, headers)
      const took = performance.now() - since
      pages++
      if (!hasFailed) slowestBefore = Math.max(slowestBefore, took)
      if (isFailing && fault.pagesGoOn) slowest = Math.max(slowest, took)
      const isRight = status === 200 || (!fault.pagesGoOn && status === 503)
      if (!isRight) wrong.push(`${path}: ${status}`)
      if (isRight && isFailing && fault.pagesGoOn && took > atMostMs(PAGE_WITHIN_MS))
        wrong.push(`${path}: ${Math.round(took)} ms`)
      await pause(100)
    }
  })()
  const untilReadiness = async (status: number) => {
    const since = performance.now()
    for (;;) {
      if ((await statusOf(`${origin}/readyz`)) === status) return Math.round(performance.now() - since)
      if (performance.now() - since > fault.seconds * 1_000 + 20_000) return Number.POSITIVE_INFINITY
      await pause(50)
    }
  }

  try {
    await pause(WARM_UP_MS)
    hasFailed = true
    await fault.begin()
    isFailing = true
    const failsFor = pause(fault.seconds * 1_000)
    const seenAfter = await untilReadiness(503)
    await failsFor
    await fault.end()
    isFailing = false
    const readyAfter = await untilReadiness(200)
    for (const [words, took] of [
      ["seen", seenAfter],
      ["over", readyAfter]
    ] as const) {
      if (took > atMostMs(READY_WITHIN_MS)) wrong.push(`/readyz: ${words} after ${took} ms`)
    }
    await pause(500)
    isOn = false
    await Promise.all([writing, reading])

    const late = refused.slice()
    for (const item of late) {
      let isAcknowledged = false
      for (let n = 0; n < RETRIES && !isAcknowledged; n++) isAcknowledged = await send(item, true)
      if (!isAcknowledged) wrong.push(`${item.kind}: refused again afterwards`)
    }
    const stored = await counted(fault)
    const files = filesBelow(join(fault.where.folder, "uploads"))
    const count = {
      ballot: Number(stored.ballots[0]?.n),
      message: Number(stored.messages[0]?.n),
      picture: stored.pictures.length
    }
    for (const kind of ["ballot", "message", "picture"] as const) {
      if (count[kind] !== sent[kind])
        wrong.push(`${sent[kind]} of ${kind} were acknowledged, ${count[kind]} are stored`)
    }
    const orphans = files.filter((name) => !stored.pictures.some(({ file }) => name.startsWith(file)))
    if (orphans.length > 0 && fault.canRemove !== false)
      wrong.push(`${orphans.length} files of refused pictures remain: ${orphans[0]}`)
    const filesOf = (file: string) => files.filter((name) => name.startsWith(file)).length
    if (stored.pictures.some(({ file }) => filesOf(file) !== 2)) wrong.push("a stored picture has no file")
    const kinds = [...new Set(wrong)].slice(0, 6).join("; ")
    return {
      ...atMost(
        wrong.length,
        0,
        `wrong responses, losses and delays; ${acknowledged} writes acknowledged, ${refused.length} refused at first and accepted later, ${refusals} refusals, ${pages} pages read, the slowest before ${Math.round(slowestBefore)} ms and meanwhile ${Math.round(slowest)} ms, /readyz 503 after ${seenAfter} ms and 200 after ${readyAfter} ms${kinds === "" ? "" : `: ${kinds}`}`
      ),
      // A test in which nothing failed proves nothing.
      ok: wrong.length === 0 && refused.length > 0
    }
  } finally {
    isOn = false
    await product.stop()
  }
}
