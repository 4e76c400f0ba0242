/** What stands where: in `DATA_DIR`, and in a backup's folder. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Option, Redacted } from "effect"
import type { Variables } from "~/effects/base/settings/environment.server"

/** Where a server's data is, from its settings. */
export interface Places {
  readonly dataDir: string
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** For the programs of Postgres. */
  readonly variables: Variables
}

/** Said while a long command works. */
export type Tell = (line: string) => void

export const SQLITE_FILE = "commonhold.sqlite"
/** An SQLite database is up to three files. */
export const SQLITE_FILES = [SQLITE_FILE, `${SQLITE_FILE}-wal`, `${SQLITE_FILE}-shm`]
export const UPLOADS = "uploads"
/** Local mode's clock: its data is in the future by as much. */
const CLOCK = "clock-offset"
/** Keys belong to another place than what they open. */
const KEYS = ["session-secret", "settler-key"]

/** Of the files beside the database and the uploads, those that go with them. */
export const besides = (dataDir: string): ReadonlyArray<string> => (existsSync(join(dataDir, CLOCK)) ? [CLOCK] : [])

/** The keys that a server of local mode has made for itself. */
export const keysIn = (dataDir: string): ReadonlyArray<string> =>
  KEYS.map((name) => join(dataDir, name)).filter((path) => existsSync(path))

/** A backup's own name for the database. */
export const DATABASE_IN_BACKUP = { sqlite: "database.sqlite", postgres: "database.dump" } as const
