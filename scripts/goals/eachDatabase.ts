/** Runs one measurement on both databases: SQLite in a folder of its own, and Postgres if there is one. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "../../tests/postgres"
import { startProduct } from "./servers"
import type { Where } from "./voteMessages"

/** Measures on a place whose tables exist, with a server started with `env`; the place is removed afterwards. */
type Measure<A> = (where: Where, env: Readonly<Record<string, string>>) => Promise<A>

const measureIn = async <A>(measure: Measure<A>, url: string | undefined): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  const env: Readonly<Record<string, string>> = url === undefined ? {} : { DATABASE_URL: url }
  try {
    await (await startProduct("none", folder, env)).stop()
    return await measure(url === undefined ? { folder } : { folder, url }, env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `other`: the result on Postgres, undefined without one; `all`: both. */
export const onEachDatabase = async <A>(measure: Measure<A>) => {
  const lite = await measureIn(measure, undefined)
  const postgres = await startPostgres("fsync=on", "synchronous_commit=on")
  try {
    const other = postgres === null ? undefined : await measureIn(measure, postgres.url)
    return { lite, other, all: other === undefined ? [lite] : [lite, other] }
  } finally {
    await postgres?.stop()
  }
}

/** For readers that run until a time, in Unix milliseconds. */
export const until = (time: number) => () => Date.now() < time
