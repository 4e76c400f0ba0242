/**
 * Fault test of docs/goals.md B21: a server is killed (SIGKILL) when it begins each migration in turn, and restarted
 * until one goes through: on the demonstration as an earlier release left it, and from the first schema on, on both
 * databases. Counted as wrong: a schema that is neither the old nor the new one, a missing row, and a server that does
 * not respond afterwards.
 */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { migrateBefore, NEWEST } from "~/effects/base/db/migrations/index.server"
import { readTables, schemaNumber } from "~/effects/base/db/schemaFacts.server"
import { createDatabase } from "../../../tests/freshDatabases"
import { OLDER_SCHEMA, writeOlderRelease } from "../../../tests/olderRelease"
import { startPostgres } from "../../../tests/postgres"
import { atMost, type Goal, type Outcome } from "../goal"
import { BUILD, freePort, startProduct } from "../servers"
import { databaseOf, type Where } from "../voteMessages"

const envOf = ({ folder, url }: Where) => ({ DATA_DIR: folder, ...(url === undefined ? {} : { DATABASE_URL: url }) })

const inside = <A, E>(where: Where, program: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  program.pipe(Effect.provide(databaseOf(where)), Effect.orDie, Effect.runPromise)

const counts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* readTables
  const rows = yield* Effect.forEach(tables, ({ name }) => sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${sql(name)}`)
  return new Map(tables.map(({ name }, at) => [name, rows[at]?.[0]?.n ?? 0]))
})

/** Kills a server when it begins the nth migration. Returns false if it began fewer and was ready. */
const killedAt = async (where: Where, step: number) => {
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, LEDGER: "local", SEED: "none" }
  const port = String(await freePort())
  const child = spawn(process.execPath, [`${BUILD}/server/index.js`], {
    env: { ...env, ...envOf(where), PORT: port },
    stdio: ["ignore", "pipe", "ignore"]
  })
  let said = ""
  let isKilled = false
  child.stdout.on("data", (text) => {
    said += String(text)
    isKilled ||= (said.match(/migration \d+_\w+ begins/g)?.length ?? 0) > step
    if (isKilled || said.includes("is ready")) child.kill("SIGKILL")
  })
  await new Promise((gone) => child.once("exit", gone))
  if (!isKilled && !said.includes("is ready")) throw new Error(`a start exited unexpectedly: ${said.slice(-300)}`)
  return isKilled
}

const faultTest = async (name: string, where: Where, from: number) => {
  const wrong: Array<string> = []
  const before = await inside(where, counts)
  let kills = 0
  while (await killedAt(where, kills)) {
    kills++
    const schema = await inside(where, schemaNumber)
    if (schema !== from && schema !== NEWEST) wrong.push(`${name}: schema ${schema} after kill ${kills}`)
    // A migration that committed just before the kill counts: then there is nothing left to kill.
    if (schema === NEWEST) break
  }
  const schema = await inside(where, schemaNumber)
  if (schema !== NEWEST) wrong.push(`${name}: schema ${schema} at the end`)
  const after = await inside(where, counts)
  for (const [table, rows] of before) {
    if ((after.get(table) ?? -1) < rows) wrong.push(`${name}: ${table} had ${rows} rows and has ${after.get(table)}`)
  }
  const product = await startProduct("none", where.folder, envOf(where))
  const statuses = await Promise.all(
    ["/", "/explore"].map(async (path) => (await fetch(`${product.origin}${path}`)).status)
  )
  await product.stop()
  if (statuses.some((status) => status !== 200)) wrong.push(`${name}: pages respond with ${statuses.join(", ")}`)
  const rows = [...before.values()].reduce((sum, n) => sum + n, 0)
  return { wrong, words: `${name}: ${kills} kills, ${rows} rows kept` }
}

export const upgradeTest: Goal = async (): Promise<Outcome> => {
  const scratch = mkdtempSync(join(tmpdir(), "commonhold-upgrade-"))
  const postgres = await startPostgres("fsync=on", "synchronous_commit=on")
  const folder = (name: string) => {
    mkdirSync(join(scratch, name))
    return join(scratch, name)
  }
  try {
    const older = { folder: folder("older") }
    writeOlderRelease(process.cwd(), join(older.folder, "commonhold.sqlite"))
    const ended = [await faultTest(`SQLite from schema ${OLDER_SCHEMA}`, older, OLDER_SCHEMA)]
    const first: ReadonlyArray<readonly [string, Where]> = [
      ["SQLite from schema 1", { folder: folder("lite") }],
      ...(postgres === null
        ? []
        : [
            [
              "Postgres from schema 1",
              {
                folder: folder("pg"),
                url: postgres.url.replace(/\/postgres$/, `/${await createDatabase(postgres.url, "template1")}`)
              }
            ] as const
          ])
    ]
    for (const [name, where] of first) {
      await inside(where, migrateBefore("0002"))
      ended.push(await faultTest(name, where, 1))
    }
    const wrong = ended.flatMap((each) => each.wrong)
    const words = [...ended.map((each) => each.words), ...(postgres === null ? ["no Postgres here"] : [])].join(" · ")
    return atMost(wrong.length, 0, `wrong; ${words}${wrong.length === 0 ? "" : `: ${wrong.slice(0, 5).join("; ")}`}`)
  } finally {
    await postgres?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}
