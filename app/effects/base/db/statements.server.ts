/**
 * The database as services use it: `@effect/sql` without an error channel. No caller can mend a failed statement, so it
 * ends the program: as `StorageUnavailable` if the storage failed, which the edges report as a 503 (`refusal` in
 * base/remix), otherwise as a defect, a 500 with a reference. So nobody takes an outage for a refusal that they handle.
 */
import { SqlClient, type SqlError, SqlSchema, Statement } from "@effect/sql"
import type { Row } from "@effect/sql/SqlConnection"
import { Cause, Effect, Effectable, identity, type Option, type ParseResult, Schema } from "effect"
import { asStorageFailure, logDied } from "./storageFailure.server"

/** Ends the program instead of failing. */
export const orUnavailable = <A, R>(
  program: Effect.Effect<A, SqlError.SqlError | ParseResult.ParseError, R>
): Effect.Effect<A, never, R> =>
  Effect.catchAll(program, (error) =>
    Effect.die(error._tag === "SqlError" ? (asStorageFailure(error.cause) ?? error) : error)
  )

/** A statement: runs when it is yielded, and can be a part of another one. */
interface Rows<A>
  extends Statement.Fragment,
    Effect.Effect<ReadonlyArray<A>>,
    Pick<Statement.Statement<A>, "raw" | "stream" | "values" | "unprepared" | "withoutTransform" | "compile"> {}

class Run<A> extends Effectable.Class<ReadonlyArray<A>> implements Rows<A> {
  readonly #statement: Statement.Statement<A>
  constructor(statement: Statement.Statement<A>) {
    super()
    this.#statement = statement
  }
  commit() {
    return orUnavailable(this.#statement)
  }
  get [Statement.FragmentId]() {
    return identity
  }
  get segments() {
    return this.#statement.segments
  }
  get raw() {
    return this.#statement.raw
  }
  get stream() {
    return this.#statement.stream
  }
  get values() {
    return this.#statement.values
  }
  get unprepared() {
    return this.#statement.unprepared
  }
  get withoutTransform() {
    return this.#statement.withoutTransform
  }
  get compile() {
    return this.#statement.compile.bind(this.#statement)
  }
}

interface Statements {
  <A extends object = Row>(strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>): Rows<A>
  (identifier: string): Statement.Identifier
}
export type Sql = Statements & SqlClient.SqlClient

export const Sql = Effect.map(SqlClient.SqlClient, (client): Sql => {
  const statement = (strings: string | TemplateStringsArray, ...values: ReadonlyArray<unknown>) =>
    typeof strings === "string" ? client(strings) : new Run(client(strings, ...values))
  // One function for both call signatures.
  return Object.assign(statement as Statements, client)
})

interface Query<IR, II, RR, A, AI, AR, E, R> {
  readonly Request: Schema.Schema<IR, II, RR>
  readonly Result: Schema.Schema<A, AI, AR>
  readonly execute: (request: II) => Effect.Effect<ReadonlyArray<unknown>, E, R>
}
type Found<IR, B, R> = (request: IR) => Effect.Effect<B, never, R>

/** The rows of a query, decoded. */
export const findAll = <IR, II, RR, A, AI, AR, E extends SqlError.SqlError, R>(
  query: Query<IR, II, RR, A, AI, AR, E, R>
): Found<IR, ReadonlyArray<A>, R | RR | AR> => {
  const find = SqlSchema.findAll(query)
  return (request) => orUnavailable(find(request))
}

/** The first row of a query, decoded; none if there is no row. */
export const findOne = <IR, II, RR, A, AI, AR, E extends SqlError.SqlError, R>(
  query: Query<IR, II, RR, A, AI, AR, E, R>
): Found<IR, Option.Option<A>, R | RR | AR> => {
  const find = SqlSchema.findOne(query)
  return (request) => orUnavailable(find(request))
}

/** The row of a query that always has one, such as a sum. */
export const single = <IR, II, RR, A, AI, AR, E extends SqlError.SqlError, R>(
  query: Query<IR, II, RR, A, AI, AR, E, R>
): Found<IR, A, R | RR | AR> => {
  const find = SqlSchema.single(query)
  return (request) => orUnavailable(Effect.catchTag(find(request), "NoSuchElementException", Effect.die))
}

/** Returns the readable rows, and the others as they are stored. `message` is the log line for each unreadable row. */
const sortEach = <A, I>(row: Schema.Schema<A, I>, message: string) => {
  const decode = Schema.decodeUnknown(row)
  const log = (error: ParseResult.ParseError) => logDied(message)(Cause.die(error))
  return <Raw>(rows: ReadonlyArray<Raw>) =>
    Effect.partition(rows, (each) => Effect.mapError(Effect.tapError(decode(each), log), () => each))
}

/** Returns the readable rows. `message` is the log line for each unreadable row. */
export const decodeEach = <A, I>(row: Schema.Schema<A, I>, message: string) => {
  const sort = sortEach(row, message)
  return (rows: ReadonlyArray<unknown>) => Effect.map(sort(rows), ([, readable]) => readable)
}

interface Paged<Raw, K, A, I, E, R> {
  readonly after: K
  readonly limit: number
  readonly read: (after: K) => Effect.Effect<ReadonlyArray<Raw>, E, R>
  readonly row: Schema.Schema<A, I>
  /** Log line for each unreadable row. */
  readonly message: string
  /** The cursor after a row. */
  readonly keyOf: (row: Raw) => K
}

/**
 * One page of a list. Later rows take the places of unreadable ones, so that only the last page is not full. `leftOut`
 * contains the unreadable rows before its last row.
 */
export const fillPage = Effect.fnUntraced(function* <Raw, K, A, I, E, R>(page: Paged<Raw, K, A, I, E, R>) {
  const { keyOf, limit, message, read, row } = page
  const sort = sortEach(row, message)
  const [found, leftOut]: [Array<A>, Array<Raw>] = [[], []]
  for (let after = page.after; ; ) {
    const rows = yield* read(after)
    const [unreadable, readable] = yield* sort(rows)
    found.push(...readable)
    leftOut.push(...unreadable)
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit || found.length >= limit) {
      return { rows: found.slice(0, limit), leftOut }
    }
    after = keyOf(last)
  }
})
