/** Why a backup was not taken or not restored: a code, and words for the operator. */
import { Effect, Schema } from "effect"
import { asStorageFailure } from "~/effects/base/db/storageFailure.server"
import type { StorageUnavailable } from "~/effects/base/failures/failures"

export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", {
  code: Schema.Literal(
    // Nothing to back up, or what is there is damaged.
    "E-BACKUP-SOURCE",
    // The place for the backup is taken.
    "E-BACKUP-TARGET",
    // What should be restored is no backup, or is damaged.
    "E-RESTORE-SOURCE",
    // The backup is of a newer release, or of the other kind of database.
    "E-RESTORE-VERSION",
    // The place to restore into is not empty.
    "E-RESTORE-TARGET",
    // pg_dump or pg_restore is missing or refused.
    "E-POSTGRES-TOOL",
    // The disk or the database refused.
    "E-STORAGE"
  ),
  message: Schema.String
}) {}

const words: Readonly<Record<StorageUnavailable["reason"], string>> = {
  locked: "another program holds it",
  full: "there is no room left",
  readOnly: "this user may not read or write it",
  unreachable: "it cannot be opened",
  broken: "the disk or the file is damaged"
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined

/** What the disk or a driver refuses at a place. Anything else is a defect. */
export const at = (place: string, error: unknown): Effect.Effect<never, BackupRefused> => {
  const code = codeOf(error)
  const failure = asStorageFailure(error)
  if (failure !== undefined) {
    return new BackupRefused({ code: "E-STORAGE", message: `${place}: ${words[failure.reason]} (${failure.detail}).` })
  }
  if (code === "ENOENT") return new BackupRefused({ code: "E-STORAGE", message: `${place}: it is not there.` })
  return Effect.die(error)
}

/** Work on files below a place. */
export const onDisk = <A>(place: string, work: () => Promise<A>): Effect.Effect<A, BackupRefused> =>
  Effect.catchAll(Effect.tryPromise({ try: work, catch: (error) => error }), (error) => at(place, error))
