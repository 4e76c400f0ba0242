/**
 * Distinguishes failures of the storage itself, of the database or the file system, from failures of a statement. All
 * error codes are classified in this file: repositories turn SQL failures into defects, and the edges ask
 * `storageFailureIn` what failed. Violated constraints and invalid statements are not storage failures.
 */
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Chunk, Effect, Option } from "effect"
import { StorageUnavailable } from "~/effects/base/failures/failures"
import { causeInShort } from "~/effects/base/failures/reasonOf"

const PAUSE_MS = 60_000

// Module state: a process has one storage for all callers.
let quietUntil = 0
let unsaid = 0

/**
 * Logs the cause of `message`. While the storage fails, every request and every round of every worker fails for the
 * same reason; that reason is logged once a minute with the number of suppressed lines.
 */
export const logDied = (message: string) => (cause: Cause.Cause<unknown>) =>
  Option.match(storageFailureIn(cause), {
    onNone: () => Effect.logError(message, causeInShort(cause)),
    onSome: ({ detail, place, reason }) =>
      Effect.suspend(() => {
        const now = performance.now()
        if (now < quietUntil) {
          unsaid++
          return Effect.void
        }
        const before = unsaid
        quietUntil = now + PAUSE_MS
        unsaid = 0
        return Effect.logError("the storage fails").pipe(
          Effect.annotateLogs({ reason, detail, place: place ?? "here", during: message, notLoggedBefore: before })
        )
      })
  })

type Reason = StorageUnavailable["reason"]

/** Result codes of SQLite, extended ones by the primary code they begin with (sqlite.org/rescode.html). */
const SQLITE: ReadonlyArray<readonly [code: string, reason: Reason]> = [
  ["SQLITE_BUSY", "locked"],
  ["SQLITE_LOCKED", "locked"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY", "readOnly"],
  ["SQLITE_PERM", "readOnly"],
  ["SQLITE_CANTOPEN", "unreachable"],
  ["SQLITE_IOERR", "broken"],
  ["SQLITE_PROTOCOL", "broken"],
  ["SQLITE_NOMEM", "broken"],
  ["SQLITE_CORRUPT", "broken"],
  ["SQLITE_NOTADB", "broken"]
]

/** SQLSTATE codes and classes of Postgres (its manual, appendix A); the first match counts. */
const POSTGRES: ReadonlyArray<readonly [code: string, reason: Reason]> = [
  ["25006", "readOnly"],
  ["42501", "readOnly"],
  ["53100", "full"],
  ["53", "unreachable"],
  ["08", "unreachable"],
  ["28", "unreachable"],
  ["3D000", "unreachable"],
  ["57P0", "unreachable"],
  ["40001", "locked"],
  ["40P01", "locked"],
  ["55P03", "locked"],
  ["57014", "locked"],
  // A prepared statement inside a transaction; the next one is prepared again (postgres.server.ts).
  ["0A000", "locked"],
  ["26000", "locked"],
  ["42P05", "locked"],
  ["58", "broken"],
  ["XX", "broken"]
]

/** Error codes of the operating system, for files and for connections to a server. */
const SYSTEM: Readonly<Record<string, Reason>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EROFS: "readOnly",
  EACCES: "readOnly",
  EPERM: "readOnly",
  EIO: "broken",
  ENOTDIR: "unreachable",
  EMFILE: "broken",
  ENFILE: "broken",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  EPIPE: "unreachable",
  ETIMEDOUT: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable"
}

/** Some errors of the Postgres driver have a message but no code. */
const LOST = /connection (terminated|error|timed out|timeout)|not queryable|timeout exceeded|query read timeout/i

const startOf = (table: ReadonlyArray<readonly [string, Reason]>, code: string): Reason | undefined =>
  table.find(([start]) => code.startsWith(start))?.[1]

const codeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined

const reasonOf = (error: unknown): Reason | undefined => {
  const code = codeOf(error)
  if (code === undefined) return error instanceof Error && LOST.test(error.message) ? "unreachable" : undefined
  if (code.startsWith("SQLITE_")) return startOf(SQLITE, code)
  return SYSTEM[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? startOf(POSTGRES, code) : undefined)
}

/** Classifies an error of a driver or of `node:fs`. Undefined if the storage is not at fault. */
export const asStorageFailure = (error: unknown): StorageUnavailable | undefined => {
  const reason = reasonOf(error)
  if (reason === undefined) return undefined
  return new StorageUnavailable({ reason, detail: codeOf(error) ?? "connection lost" })
}

const storageFailureOf = (error: unknown): StorageUnavailable | undefined => {
  if (error instanceof StorageUnavailable) return error
  return error instanceof SqlError ? asStorageFailure(error.cause) : undefined
}

/** Another program holds SQLite's lock, so trying again soon can succeed. */
export const isLocked = (error: SqlError): boolean => asStorageFailure(error.cause)?.reason === "locked"

// Module state: a process has one storage for all callers.
let failuresSeen = 0
/** Increases whenever an edge or a worker of this process finds a storage failure, at least once for each. */
export const storageFailuresSeen = (): number => failuresSeen

/** The storage failure that a program ended with, as a failure or as a defect. */
export const storageFailureIn = (cause: Cause.Cause<unknown>): Option.Option<StorageUnavailable> => {
  const errors = [...Chunk.toReadonlyArray(Cause.failures(cause)), ...Chunk.toReadonlyArray(Cause.defects(cause))]
  const found = errors.map(storageFailureOf).find((failure) => failure !== undefined)
  if (found !== undefined) failuresSeen++
  return Option.fromNullable(found)
}

/** For edges: turns a defect caused by the storage into a typed failure. */
export const storageFails = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
  Effect.catchSomeCause(program, (cause) => Option.map(storageFailureIn(cause), (failure) => Effect.fail(failure)))
