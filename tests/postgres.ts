/**
 * One Postgres server for the whole test run, from Debian's packages, in a folder of its own. Started by Vitest before
 * the first test (`globalSetup`) and removed after the last. Without the packages, the tests on Postgres are skipped.
 */
import { execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { KEEP_FRESH_ROWS, MIGRATED } from "./freshDatabases"

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server's maintenance database, or null without Postgres. */
    readonly postgres: string | null
    /** A file with the migrated SQLite database that tests start with. */
    readonly migratedSqlite: string
  }
}

const DEBIAN = "/usr/lib/postgresql"
const START_TRIES = 150

const binaries = (): string | undefined => {
  if (!existsSync(DEBIAN)) return undefined
  const newest = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0]
  const folder = newest === undefined ? "" : join(DEBIAN, newest, "bin")
  return existsSync(join(folder, "initdb")) ? folder : undefined
}

/** Postgres refuses to run as root; Debian's package creates a user for it. */
const owner = (): { readonly uid?: number; readonly gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))
  return { uid: id("-u"), gid: id("-g") }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject()))
    })
  })

const responds = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query("SELECT 1")
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

const migrateTemplate = async (url: string) => {
  await query(url, `CREATE DATABASE ${MIGRATED}`)
  const template = new URL(url)
  template.pathname = `/${MIGRATED}`
  const sql = layerPostgres(Redacted.make(template.href))
  await Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(MigrationsLive, sql))))
  await query(template.href, KEEP_FRESH_ROWS)
}

/** A server of our own, which ends with the process; null without Debian's packages. */
export const startPostgres = async (...settings: ReadonlyArray<string>) => {
  const bin = binaries()
  if (bin === undefined) return null
  const as = owner()
  const folder = mkdtempSync(join(tmpdir(), "commonhold-postgres-"))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, "data")
  const flags = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
  execFileSync(join(bin, "initdb"), flags, { ...as, cwd: folder, stdio: "ignore" })

  const port = await freePort()
  const options = ["listen_addresses=127.0.0.1", `port=${port}`, ...settings].flatMap((option) => ["-c", option])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const launch = async () => {
    const words = ["-D", data, ...options, "-k", folder]
    const server = spawn(join(bin, "postgres"), words, { ...as, cwd: folder, stdio: "ignore" })
    let tries = START_TRIES
    while (!(await responds(url))) {
      if (--tries === 0 || server.exitCode !== null) throw new Error("The Postgres server for the tests did not start.")
      await pause(50)
    }
    return server
  }
  let server = await launch()
  const kill = () => server.kill("SIGKILL")
  process.once("exit", kill)

  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => server.once("exit", resolve))
    server.kill(signal)
    await gone
  }
  /** Ends every connection; committed data stays. */
  const halt = () => end("SIGINT")
  /** Ends immediately and writes nothing any more ("immediate shutdown"): the next start recovers from its log. */
  const crash = () => end("SIGQUIT")
  const resume = async () => {
    server = await launch()
  }
  const stop = async () => {
    await halt()
    process.off("exit", kill)
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, crash, halt, resume, stop }
}

/** No data outlives the run, so durability is off; planning is cheaper than compiling. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "jit=off"]

/** The result of the migrations on an empty database, in one file. */
const migrateSqlite = (file: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`VACUUM INTO ${file}`
  }).pipe(Effect.provide(Layer.provideMerge(MigrationsLive, layerSqlite(":memory:"))), Effect.runPromise)

export default async function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-sqlite-"))
  const file = join(folder, "migrated.sqlite")
  const [server] = await Promise.all([startPostgres(...FAST), migrateSqlite(file)])
  provide("migratedSqlite", file)
  provide("postgres", server?.url ?? null)
  if (server === null) {
    console.info(`Tests on Postgres are skipped: no server below ${DEBIAN} (apt-get install postgresql).`)
  } else {
    await migrateTemplate(server.url)
  }
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await server?.stop()
  }
}
