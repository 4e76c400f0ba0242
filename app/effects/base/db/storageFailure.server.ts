/**
 * Which failures of the database and of the file system are the storage's own, not the statement's. They are told apart
 * by code in this one place: repositories let SQL failures die, and the edges ask `storageFailureIn` what it was.
 * Broken constraints and wrong statements are none of these.
 */
import { SqlError } from "@effect/sql/SqlError"
import { Cause, Chunk, Effect, Option } from "effect"
import { StorageUnavailable } from "~/effects/base/failures/failures"

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

/** SQLSTATE codes and classes of Postgres (its manual, appendix A); the first that fits counts. */
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
  // Of a prepared statement, inside a transaction: the next one prepares anew (preparedStatements.server.ts).
  ["0A000", "locked"],
  ["26000", "locked"],
  ["42P05", "locked"],
  ["58", "broken"],
  ["XX", "broken"]
]

/** Errors of the operating system, by a file or by the way to a server. */
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

/** Some failures of the Postgres driver have words only. */
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

/** An error of a driver or of `node:fs`. Undefined when it is not the storage's. */
export const asStorageFailure = (error: unknown): StorageUnavailable | undefined => {
  const reason = reasonOf(error)
  if (reason === undefined) return undefined
  return new StorageUnavailable({ reason, detail: codeOf(error) ?? "connection lost" })
}

const storageFailureOf = (error: unknown): StorageUnavailable | undefined => {
  if (error instanceof StorageUnavailable) return error
  return error instanceof SqlError ? asStorageFailure(error.cause) : undefined
}

/** Another program holds SQLite's lock: asking again soon can help. */
export const isLocked = (error: SqlError): boolean => asStorageFailure(error.cause)?.reason === "locked"

// One process has one storage, for all that ask it.
let failuresSeen = 0
/** Grows whenever an edge or a worker of this process finds that the storage failed, once or more for each failure. */
export const storageFailuresSeen = (): number => failuresSeen

/** The storage's failure that a program ended with, as a failure or as a defect. */
export const storageFailureIn = (cause: Cause.Cause<unknown>): Option.Option<StorageUnavailable> => {
  const errors = [...Chunk.toReadonlyArray(Cause.failures(cause)), ...Chunk.toReadonlyArray(Cause.defects(cause))]
  const found = errors.map(storageFailureOf).find((failure) => failure !== undefined)
  if (found !== undefined) failuresSeen++
  return Option.fromNullable(found)
}

/** For edges: a program that died of the storage fails with that instead. */
export const storageFails = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
  Effect.catchSomeCause(program, (cause) => Option.map(storageFailureIn(cause), (failure) => Effect.fail(failure)))
