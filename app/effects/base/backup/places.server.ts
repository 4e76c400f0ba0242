/** Paths in `DATA_DIR` and in a backup's folder. */
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Redacted } from "effect"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { CLOCK, KEY_FILES, SQLITE_FILE } from "~/effects/base/settings/dataFolder.server"
import type { Variables } from "~/effects/base/settings/environment.server"
import { hexText } from "~/effects/base/text/random.server"
import { temporaryFolder } from "./copiedFiles.server"
import { BackupRefused } from "./refusal.server"

const codeIn = (cause: unknown) => (cause instanceof Error && "code" in cause ? String(cause.code) : "unknown")

/** Next to the live database, on the same server; its user needs the right to create databases. */
const temporaryDatabase = (url: Redacted.Redacted) => {
  const name = `commonhold_try_${hexText(8)}`
  const own = new URL(Redacted.value(url))
  own.pathname = `/${name}`
  const run = (statement: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
      Effect.provide(Layer.orDie(Layer.fresh(layerPostgres(url))))
    )
  return Effect.acquireRelease(
    Effect.mapError(run(`CREATE DATABASE ${name} TEMPLATE template0`), ({ cause }) => {
      const code = codeIn(cause)
      const hint = code === "42501" ? " Give its user the right: ALTER ROLE … CREATEDB." : ""
      const message = `No temporary database can be created next to the one at DATABASE_URL (${code}).${hint}`
      return new BackupRefused({ code: "E-STORAGE", message })
    }),
    () => Effect.orDie(run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  ).pipe(Effect.as(Redacted.make(own.href)))
}

/** Below the system's folder for temporary files (`TMPDIR`), readable by its user alone. */
export const folderForTrying = temporaryFolder(join(tmpdir(), "commonhold-try-"))

/** An empty place to restore into, which is removed when the scope ends: a folder and, for Postgres, a database. */
export const temporaryPlaces = (live: Places) =>
  Effect.gen(function* () {
    const dataDir = join(yield* folderForTrying, "data")
    const databaseUrl = yield* Effect.transposeMapOption(live.databaseUrl, temporaryDatabase)
    return { dataDir, databaseUrl, variables: live.variables } satisfies Places
  })

/** The database of a place, on a connection of its own. */
export const databaseIn = ({ dataDir, databaseUrl }: Places) =>
  Layer.orDie(
    Layer.fresh(
      Option.match(databaseUrl, {
        onNone: () => layerSqlite(join(dataDir, SQLITE_FILE)),
        onSome: (url) => layerPostgres(url)
      })
    )
  )

/** Where a server's data is, from its settings. */
export interface Places {
  readonly dataDir: string
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** For Postgres' command-line programs. */
  readonly variables: Variables
}

/** Reports progress of a long command. */
export type Report = (line: string) => void

/** Files besides the database and the uploads that belong in a backup. */
export const besides = (dataDir: string): ReadonlyArray<string> => (existsSync(join(dataDir, CLOCK)) ? [CLOCK] : [])

/** The keys that a server in local mode created for itself. */
export const keysIn = (dataDir: string): ReadonlyArray<string> =>
  KEY_FILES.map((name) => join(dataDir, name)).filter((path) => existsSync(path))

/** File name of the database inside a backup. */
export const DATABASE_IN_BACKUP = { sqlite: "database.sqlite", postgres: "database.dump" } as const
