/**
 * Why a server could not start, for the operator: one sentence if the storage is the reason, otherwise the whole cause.
 */
import { MigrationError } from "@effect/sql/Migrator"
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Chunk, Option } from "effect"
import { ClockOff } from "~/effects/base/db/DatabaseClock.server"
import { SchemaTooNew } from "~/effects/base/db/migrations/index.server"
import { NodeTooOld } from "~/effects/base/db/sqlite.server"
import { asStorageFailure, storageFailureIn } from "~/effects/base/db/storageFailure.server"
import type { StorageUnavailable } from "~/effects/base/failures/failures"

const sentences: Readonly<Record<StorageUnavailable["reason"], string>> = {
  locked: "Another program holds the database's lock. Stop it, or start again when it is done",
  full: "There is no space left on the disk of the database or of DATA_DIR",
  readOnly: "The database or DATA_DIR cannot be written: it is read-only, or belongs to another user",
  unreachable: "The database cannot be opened or reached. Check DATA_DIR and DATABASE_URL",
  broken: "The database or its disk is damaged, or not a database of this product"
}

/** The same for the S3 store of uploads (docs/operations/uploads.md). */
const s3Sentences: Readonly<Record<StorageUnavailable["reason"], string>> = {
  locked: "The S3 store of uploads is busy. Start again in a minute",
  full: "There is no space left in the S3 store of uploads",
  readOnly:
    "The S3 store of uploads refuses this server. Check UPLOADS_S3_KEY_ID, UPLOADS_S3_SECRET, UPLOADS_S3_REGION, the key's rights and this machine's clock",
  unreachable: "The S3 store of uploads cannot be reached. Check UPLOADS_S3_ENDPOINT and UPLOADS_S3_BUCKET",
  broken: "The S3 store of uploads returns unexpected responses. Check UPLOADS_S3_ENDPOINT"
}

/** A file system error has a path; everything that is written at a start is below DATA_DIR. */
const ofTheFiles = (cause: Cause.Cause<unknown>) =>
  Chunk.toReadonlyArray(Cause.defects(cause))
    .map(asStorageFailure)
    .find((failure) => failure !== undefined)

/** One sentence if the storage is the reason. */
export const storageProblem = (cause: Cause.Cause<unknown>): string | undefined => {
  const failure = Option.getOrUndefined(storageFailureIn(cause)) ?? ofTheFiles(cause)
  if (failure === undefined) return undefined
  const said = failure.place === "s3" ? s3Sentences : sentences
  return `${said[failure.reason]} (${failure.detail}).`
}

/** A database of another release, or a migration that failed. */
const migrationProblem = (cause: Cause.Cause<unknown>): string | undefined => {
  const defect = Cause.squash(cause)
  const isOfStart = [SchemaTooNew, ClockOff, NodeTooOld].some((kind) => defect instanceof kind)
  if (isOfStart && defect instanceof Error) return defect.message
  if (!(defect instanceof MigrationError)) return undefined
  const { cause: reason } = defect
  return `${defect.message}; the database is as it was. ${String(reason instanceof SqlError ? reason.cause : reason)}`
}

export const startProblem = (cause: Cause.Cause<unknown>): string =>
  storageProblem(cause) ?? migrationProblem(cause) ?? Cause.pretty(cause)
