/** Why a server could not start, for the operator: one sentence where the storage is the reason, the whole cause else. */
import { Cause, Chunk, Option } from "effect"
import { asStorageFailure, storageFailureIn } from "~/effects/base/db/storageFailure.server"
import type { StorageUnavailable } from "~/effects/base/failures/failures"

const sentences: Readonly<Record<StorageUnavailable["reason"], string>> = {
  locked: "Another program holds the database's lock. Stop it, or start again when it is done",
  full: "There is no room left on the disk of the database or of DATA_DIR",
  readOnly: "The database or DATA_DIR cannot be written: it is read-only, or belongs to another user",
  unreachable: "The database cannot be opened or reached. Look at DATA_DIR and DATABASE_URL",
  broken: "The database or its disk is damaged, or not a database of this product"
}

/** An error of the file system says which path; everything that is written at a start is below DATA_DIR. */
const ofTheFiles = (cause: Cause.Cause<unknown>) =>
  Chunk.toReadonlyArray(Cause.defects(cause))
    .map(asStorageFailure)
    .find((failure) => failure !== undefined)

export const startProblem = (cause: Cause.Cause<unknown>): string => {
  const failure = Option.getOrUndefined(storageFailureIn(cause)) ?? ofTheFiles(cause)
  return failure === undefined ? Cause.pretty(cause) : `${sentences[failure.reason]} (${failure.detail}).`
}
