/**
 * Fault test storage-kill: a server that takes comments and ballots is killed (SIGKILL) at random moments and restarted
 * on what it left; on Postgres, every other time the database is shut down immediately instead. Counted as wrong: an
 * acknowledged write that is not stored after the next start, one that is stored twice, a response that is neither good
 * nor a typed 503, and followers who are not notified of each comment exactly once.
 */
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { BALLOT_LIFE_MS } from "~/effects/governance/votes/ballot/intake"
import { startPostgres } from "../../../tests/postgres"
import { atMost, type Goal, type Outcome } from "../goal"
import { KILLS } from "../killing"
import { freePort, type Running, startProduct } from "../servers"
import { comment, prepareThread, storedIn } from "../thread"
import { countBallots, databaseOf, type Post, prepareBallots, type Where } from "../voteMessages"
import { ballot, type Ended } from "./posts"

/** Longest life after its first acknowledged write, in milliseconds. */
const LONGEST_LIFE = Number(process.env.LONGEST_LIFE ?? 600)
const AT_ONCE = 8
/** An account may write 200 comments a day. */
const WRITERS = Math.max(24, Math.ceil(KILLS / 2))
const FOLLOWERS = WRITERS + 1
const BALLOTS = Math.min(12_000, KILLS * 12)
/** A prepared ballot expires after five minutes: a longer test continues with comments only. */
const BALLOTS_FOR_MS = BALLOT_LIFE_MS - 30_000
const AGAIN_WITHIN_MS = 60_000
/** A killed server's leases expire after a minute, and jobs run each minute. */
const TOLD_WITHIN_MS = 150_000
const BETWEEN_LOOKS_MS = 50

interface Write {
  /** Identifies the stored row. */
  readonly key: string
  /** Until when it may be sent; Unix milliseconds. */
  readonly until: number
  readonly send: () => Promise<Ended>
}

/** Sends each write once; those without a response are sent again, as a browser would. */
const makeWrites = (origin: string, path: string, ballots: ReadonlyArray<Post>) => {
  let n = 0
  const until = Date.now() + BALLOTS_FOR_MS
  const again: Array<Write> = []
  const ballotOf = (post: Post): Write => ({
    until,
    key: (JSON.parse(post.body) as { readonly ballot: { readonly nonce: string } }).ballot.nonce,
    send: ballot(origin, post).send
  })
  const commentOf = (number: number): Write => {
    const text = `Comment number ${number}.`
    return {
      key: text,
      until: Number.POSITIVE_INFINITY,
      send: async () => {
        const status = await comment(origin, path, number % WRITERS, text, `key ${number}`)
        const isTyped = status < 400 || status === 503
        return { status, isAcknowledged: status < 400, ...(isTyped ? {} : { problem: `${status} for a comment` }) }
      }
    }
  }
  const next = () => {
    const number = n++
    const post = number % 2 === 1 && Date.now() < until ? ballots[(number - 1) / 2] : undefined
    return post === undefined ? commentOf(number) : ballotOf(post)
  }
  const mayGoAgain = () => {
    const still = again.filter((write) => Date.now() < write.until)
    again.splice(0, again.length, ...still)
    return again.shift()
  }
  return { again, next: () => mayGoAgain() ?? next() }
}

type Writes = ReturnType<typeof makeWrites>

/** What was acknowledged, and what went wrong. */
interface Book {
  readonly acknowledged: Set<string>
  readonly lost: Set<string>
  readonly wrong: Array<string>
}

const send = async (write: Write, writes: Writes, { acknowledged, wrong }: Book) => {
  const ended = await write.send().catch((): Ended => ({ status: 0, isAcknowledged: false }))
  if (ended.isAcknowledged) acknowledged.add(write.key)
  else if (ended.problem === undefined) writes.again.push(write)
  else wrong.push(ended.problem)
}

/** Writes until `end` runs, at a random moment, and has finished. */
const live = async (writes: Writes, book: Book, end: () => Promise<void>) => {
  let isOn = true
  const working = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (isOn) await send(writes.next(), writes, book)
    })
  )
  const before = book.acknowledged.size
  const since = Date.now()
  while (book.acknowledged.size === before && Date.now() - since < AGAIN_WITHIN_MS) await pause(BETWEEN_LOOKS_MS)
  await pause(randomInt(LONGEST_LIFE))
  const ended = end()
  isOn = false
  await ended
  await working
}

const keysIn = (where: Where) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all([
      sql<{ readonly key: string }>`SELECT body AS key FROM comments`,
      sql<{ readonly key: string }>`SELECT nonce AS key FROM ballots`
    ])
  ).pipe(
    Effect.map((rows) => rows.flat().map(({ key }) => key)),
    Effect.provide(databaseOf(where)),
    Effect.orDie,
    Effect.runPromise
  )

const check = async (where: Where, { acknowledged, lost, wrong }: Book) => {
  const keys = await keysIn(where)
  const stored = new Set(keys)
  for (const key of acknowledged) if (!stored.has(key)) lost.add(key)
  if (stored.size !== keys.length) wrong.push(`${keys.length - stored.size} are stored twice`)
}

/** Sends the writes without a response again, and waits until all followers are notified of every comment. */
const finish = async (where: Where, writes: Writes, book: Book) => {
  const until = Date.now() + AGAIN_WITHIN_MS
  const open = () => writes.again.some((write) => Date.now() < write.until)
  while (open() && Date.now() < until) await send(writes.next(), writes, book)
  if (open()) book.wrong.push(`${writes.again.length} writes are still refused`)
  await check(where, book)
  if ((await countBallots(where)) === -1) book.wrong.push("the chain of ballots has gaps")
  const begun = Date.now()
  let now = await storedIn(where, FOLLOWERS)
  while (now.reported < now.comments && Date.now() - begun < TOLD_WITHIN_MS) {
    await pause(BETWEEN_LOOKS_MS)
    now = await storedIn(where, FOLLOWERS)
  }
  if (now.reported !== now.comments)
    book.wrong.push(`a follower was notified of ${now.reported} of ${now.comments} comments`)
}

const untilReady = async (origin: string) => {
  const since = Date.now()
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false
    )
  while (!(await isReady())) {
    if (Date.now() - since > AGAIN_WITHIN_MS) throw new Error("the server does not become ready again")
    await pause(BETWEEN_LOOKS_MS)
  }
}

interface Database {
  readonly crash: () => Promise<void>
  readonly resume: () => Promise<void>
}

const faultTest = async (where: Where, database?: Database): Promise<Outcome> => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    APP_ORIGIN: origin,
    ...(where.url === undefined ? {} : { DATABASE_URL: where.url })
  }
  const start = () => startProduct("none", where.folder, env)
  await (await start()).stop()
  const { path } = await prepareThread(where, FOLLOWERS, WRITERS)
  const writes = makeWrites(origin, path, await prepareBallots(where, port, BALLOTS))
  const book: Book = { acknowledged: new Set(), lost: new Set(), wrong: [] }
  let running: Running = await start()
  const since = performance.now()
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      if (database !== undefined && kill % 2 === 1) {
        await live(writes, book, database.crash)
        await database.resume()
        await untilReady(origin)
      } else {
        await live(writes, book, running.kill)
        running = await start()
      }
      await check(where, book)
    }
    await finish(where, writes, book)
  } finally {
    await running.stop()
  }
  const { acknowledged, lost, wrong } = book
  const all = [...[...lost].map((key) => `lost: ${key}`), ...wrong]
  const kinds = [...new Set(all)].slice(0, 6).join("; ")
  const minutes = ((performance.now() - since) / 60_000).toFixed(1)
  return {
    ...atMost(
      all.length,
      0,
      `lost, doubled and wrongly answered writes; ${acknowledged.size} comments and ballots acknowledged over ${KILLS} kills in ${minutes} minutes${database === undefined ? "" : ", every other one of Postgres"}${kinds === "" ? "" : `: ${kinds}`}`
    ),
    ok: all.length === 0 && acknowledged.size > KILLS
  }
}

const inFolder = async (run: (folder: string) => Promise<Outcome>) => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-kills-"))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const killTest: Goal = () => inFolder((folder) => faultTest({ folder }))

export const killPostgresTest: Goal = async () => {
  const postgres = await startPostgres("fsync=on", "synchronous_commit=on")
  if (postgres === null) return { value: 0, limit: 0, ok: true, note: "not run: Postgres is not installed" }
  try {
    return await inFolder((folder) => faultTest({ folder, url: postgres.url }, postgres))
  } finally {
    await postgres.stop()
  }
}
