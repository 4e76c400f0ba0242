/** Why a backup was not taken or not restored: a code, and a sentence for the operator. */
import { Effect, Schema } from "effect"
import { asStorageFailure } from "~/effects/base/db/storageFailure.server"
import type { StorageUnavailable } from "~/effects/base/failures/failures"

export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", {
  code: Schema.Literal(
    // There is nothing to back up, or the data is damaged.
    "E-BACKUP-SOURCE",
    // The target folder of the backup exists already.
    "E-BACKUP-TARGET",
    // Scheduled backups are taken by a command that this server was started without.
    "E-BACKUP-COMMAND",
    // The folder to restore from is not a backup, or is damaged.
    "E-RESTORE-SOURCE",
    // The backup comes from a newer release, or from the other kind of database.
    "E-RESTORE-VERSION",
    // The place to restore into is not empty.
    "E-RESTORE-TARGET",
    // pg_dump or pg_restore is missing or failed.
    "E-POSTGRES-TOOL",
    // The disk or the database refused an operation.
    "E-STORAGE"
  ),
  message: Schema.String
}) {}

const words: Readonly<Record<StorageUnavailable["reason"], string>> = {
  locked: "another program is using it",
  full: "there is no room left",
  readOnly: "this user may not read or write it",
  unreachable: "it cannot be opened",
  broken: "the disk or the file is damaged"
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined

/** Translates errors of the disk or of a driver at a place. Any other error is a defect. */
export const at = (place: string, error: unknown): Effect.Effect<never, BackupRefused> => {
  const code = codeOf(error)
  const failure = asStorageFailure(error)
  if (failure !== undefined) {
    return new BackupRefused({ code: "E-STORAGE", message: `${place}: ${words[failure.reason]} (${failure.detail}).` })
  }
  if (code === "ENOENT") return new BackupRefused({ code: "E-STORAGE", message: `${place} does not exist.` })
  return Effect.die(error)
}

/** Runs file operations below a place and translates their errors. */
export const onDisk = <A>(place: string, work: () => Promise<A>): Effect.Effect<A, BackupRefused> =>
  Effect.catchAll(Effect.tryPromise({ try: work, catch: (error) => error }), (error) => at(place, error))
