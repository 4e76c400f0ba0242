/** Paths in `DATA_DIR` and in a backup's folder. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Option, Redacted } from "effect"
import { CLOCK, KEY_FILES } from "~/effects/base/settings/dataFolder.server"
import type { Variables } from "~/effects/base/settings/environment.server"

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
