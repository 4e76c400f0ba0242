/** Where scheduled backups are stored: a folder, or a bucket of an S3-compatible store. */
import type { Effect, Scope } from "effect"
import type { CopiedFile, Manifest } from "../Manifest"
import type { Report } from "../places.server"
import type { BackupRefused } from "../refusal.server"

export interface BackupStore {
  /** Names the place in a sentence: "the folder /backups". */
  readonly words: string
  /** Names of whole backups, oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<string>, BackupRefused>
  /** Removes what interrupted runs left. Only for the one run that may write. */
  readonly clear: Effect.Effect<void, BackupRefused>
  /** Stores a backup that `take` writes to the folder it is given: all of it, or nothing. */
  readonly store: (
    name: string,
    take: (target: string) => Effect.Effect<Manifest, BackupRefused>,
    report: Report
  ) => Effect.Effect<Manifest, BackupRefused>
  readonly remove: (name: string) => Effect.Effect<void, BackupRefused>
  /** A folder with the backup, which may be gone when the scope ends. */
  readonly fetch: (name: string, report: Report) => Effect.Effect<string, BackupRefused, Scope.Scope>
}

export const bytesOf = ({ database, files }: Manifest): number =>
  [database, ...files].reduce((sum: number, { bytes }: CopiedFile) => sum + bytes, 0)

export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)
