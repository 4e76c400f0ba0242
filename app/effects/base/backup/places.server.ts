/** What stands where: in `DATA_DIR`, and in a backup's folder. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Option, Redacted } from "effect"
import { CLOCK, KEY_FILES } from "~/effects/base/settings/dataFolder.server"
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

/** Of the files beside the database and the uploads, those that go with them. */
export const besides = (dataDir: string): ReadonlyArray<string> => (existsSync(join(dataDir, CLOCK)) ? [CLOCK] : [])

/** The keys that a server of local mode has made for itself. */
export const keysIn = (dataDir: string): ReadonlyArray<string> =>
  KEY_FILES.map((name) => join(dataDir, name)).filter((path) => existsSync(path))

/** A backup's own name for the database. */
export const DATABASE_IN_BACKUP = { sqlite: "database.sqlite", postgres: "database.dump" } as const
