/**
 * Benchmark fuzz: odd paths as raw bytes, HEAD, odd origins, odd queries, and a real member's writes with NUL and the
 * like in every text, against the built server on SQLite and on Postgres. No response may be a 5xx, and every readable
 * request gets one. Each round is random; `FUZZ` sets the number of requests of each kind.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, FastCheck as fc, Layer, Option, Redacted } from "effect"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { demoAccount } from "~/effects/local/seed/accounts"
import { demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { startPostgres } from "../../tests/postgres"
import { type Ask, kindsOf } from "./fuzz/asks"
import { sendRaw } from "./fuzz/raw"
import { atMost, type Goal } from "./goal"
import { startProduct } from "./servers"

const EACH = Number(process.env.FUZZ ?? 2_000)
const AT_ONCE = 8
/** Owns the community, so that her writes pass as many checks as possible. */
const WHO = "Ines Carvalho"
const PLACE = "open-maps"

const signIn = (folder: string, url: string | undefined) =>
  Effect.flatMap(Sessions, (sessions) =>
    sessions.open({ account: demoAccount(WHO), persona: null, userAgent: "a goal", replaces: Option.none() })
  ).pipe(
    Effect.provide(Sessions.Default),
    Effect.provide(
      Layer.orDie(
        url === undefined ? layerSqlite(join(folder, "commonhold.sqlite")) : layerPostgres(Redacted.make(url))
      )
    ),
    Effect.runPromise
  )

interface Counts {
  readonly sent: number
  /** By hundreds: 2xx, 3xx, 4xx, 5xx. */
  readonly statuses: Readonly<Record<string, number>>
  readonly wrong: ReadonlyArray<string>
}

const sendAll = async (port: number, asks: ReadonlyArray<Ask>): Promise<Counts> => {
  const statuses: Record<string, number> = {}
  const wrong: Array<string> = []
  const waiting = [...asks]
  const work = async () => {
    for (let ask = waiting.pop(); ask !== undefined; ask = waiting.pop()) {
      const status = await sendRaw(port, ask)
      const name = status === undefined ? "none" : `${Math.floor(status / 100)}xx`
      statuses[name] = (statuses[name] ?? 0) + 1
      if (status === undefined || status >= 500) wrong.push(`${status}: ${JSON.stringify(ask).slice(0, 400)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { sent: asks.length, statuses, wrong }
}

const fuzzOn = async (database: "SQLite" | "Postgres", url: string | undefined) => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-fuzz-"))
  const server = await startProduct("demo", folder, url === undefined ? {} : { DATABASE_URL: url })
  try {
    const token = await signIn(folder, url)
    const kinds = kindsOf({ origin: server.origin, token, community: demoCommunityId(PLACE), slug: PLACE })
    const rows = []
    for (const [kind, asks] of Object.entries(kinds)) {
      rows.push({ database, kind, ...(await sendAll(server.port, fc.sample(asks, EACH))) })
    }
    return rows
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const fuzz: Goal = async () => {
  const postgres = await startPostgres("fsync=off")
  try {
    const rows = [
      ...(await fuzzOn("SQLite", undefined)),
      ...(postgres === null ? [] : await fuzzOn("Postgres", postgres.url))
    ]
    console.table(rows.map(({ statuses, wrong, ...row }) => ({ ...row, ...statuses, wrong: wrong.length })))
    const wrong = rows.flatMap((row) => row.wrong.map((line) => `${row.database}, ${row.kind}: ${line}`))
    for (const line of wrong.slice(0, 40)) console.error(line)
    const sent = rows.reduce((sum, row) => sum + row.sent, 0)
    const where = postgres === null ? "SQLite; Postgres not available" : "SQLite and Postgres"
    return atMost(wrong.length, 0, `responses of 5xx, and requests without a response, of ${sent} on ${where}`)
  } finally {
    await postgres?.stop()
  }
}
