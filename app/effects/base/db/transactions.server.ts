/**
 * Transactions that end well when the storage fails in the middle. The library's own let the failure of ROLLBACK hide
 * what went wrong, and keep a SQLite transaction open whose COMMIT failed. SQLite undoes a transaction by itself when
 * the disk is full: a program that went on would write outside of it, so after such a failure nothing more is run.
 */
import { SqlClient } from "@effect/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect, Exit, Option, Scope, Stream } from "effect"
import { asStorageFailure } from "./storageFailure.server"

class InTransaction implements Connection {
  /** The failure after which this transaction can only be undone. */
  failed: SqlError | undefined
  /** What is written last, right before the commit. */
  readonly last: Array<Effect.Effect<void>> = []
  /** What is to be said once it is committed. */
  readonly afterwards: Array<Effect.Effect<void>> = []
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  #run<A>(statement: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> {
    return Effect.suspend(() => {
      if (this.failed !== undefined) return Effect.fail(this.failed)
      return Effect.tapError(statement, (error) =>
        Effect.sync(() => {
          if (asStorageFailure(error.cause) !== undefined) this.failed = error
        })
      )
    })
  }

  execute: Connection["execute"] = (...args) => this.#run(this.#connection.execute(...args))
  executeRaw: Connection["executeRaw"] = (...args) => this.#run(this.#connection.executeRaw(...args))
  executeValues: Connection["executeValues"] = (...args) => this.#run(this.#connection.executeValues(...args))
  executeUnprepared: Connection["executeUnprepared"] = (...args) =>
    this.#run(this.#connection.executeUnprepared(...args))
  executeStream: Connection["executeStream"] = (...args) =>
    Stream.unwrap(Effect.as(this.#run(Effect.void), this.#connection.executeStream(...args)))

  get rollback() {
    // There may be nothing to undo any more, or nobody to ask; the failure that led here is the one to tell.
    return Effect.ignore(this.#connection.execute("ROLLBACK", [], undefined))
  }
}

const run = (connection: InTransaction, text: string) => Effect.asVoid(connection.execute(text, [], undefined))

/** What is put there is made below, and nowhere else. */
const transactionTag = SqlClient.TransactionConnection as unknown as Context.Tag<
  SqlClient.TransactionConnection,
  readonly [connection: InTransaction, depth: number]
>

/**
 * Runs when what is being written can be read by others: after the commit of the surrounding transaction, or at once
 * where there is none. Not at all where it is undone.
 */
export const afterCommit = (said: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(
    Effect.serviceOption(transactionTag),
    Option.match({
      onNone: () => said,
      onSome: ([connection]) => Effect.sync(() => void connection.afterwards.push(said))
    })
  )

/**
 * Makes what the surrounding transaction writes last: what was put off within it comes together, right before the commit,
 * or at once where there is no transaction. For rows that many unlike transactions share: whoever has them in hand waits
 * for nobody any more, so none can wait for another in a circle. A failure undoes the transaction.
 */
export const writtenLast = <A>(write: (all: ReadonlyArray<A>) => Effect.Effect<void>) => {
  const putOff = new WeakMap<InTransaction, Array<A>>()
  return (some: ReadonlyArray<A>): Effect.Effect<void> =>
    Effect.flatMap(
      Effect.serviceOption(transactionTag),
      Option.match({
        onNone: () => write(some),
        onSome: ([connection]) =>
          Effect.sync(() => {
            const known = putOff.get(connection)
            if (known !== undefined) return void known.push(...some)
            const all = [...some]
            putOff.set(connection, all)
            const last = Effect.suspend(() => write(all))
            connection.last.push(Effect.provideService(last, transactionTag, [connection, 0]))
          })
      })
    )
}

/**
 * `withTransaction` of a client.
 *
 * @param begin text that begins a transaction.
 * @param reserve a connection of one's own, until the scope ends.
 * @param retrying what to do about a beginning that fails.
 */
export const makeTransactions = (
  begin: string,
  reserve: Effect.Effect<Connection, SqlError, Scope.Scope>,
  retrying: <A>(attempt: Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError> = (attempt) => attempt
): SqlClient.SqlClient["withTransaction"] => {
  const begun = Effect.flatMap(Scope.make(), (scope) =>
    Scope.extend(reserve, scope).pipe(
      Effect.tap((connection) => connection.execute(begin, [], undefined)),
      Effect.map((connection) => [scope, new InTransaction(connection)] as const),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
    )
  )
  return SqlClient.makeWithTransaction({
    transactionTag,
    spanAttributes: [],
    acquireConnection: retrying(begun),
    begin: () => Effect.void,
    savepoint: (connection, id) => run(connection, `SAVEPOINT s${id}`),
    commit: (connection) =>
      Effect.suspend(() => Effect.all(connection.last, { discard: true })).pipe(
        Effect.zipRight(run(connection, "COMMIT")),
        Effect.onError(() => connection.rollback),
        Effect.zipRight(Effect.suspend(() => Effect.all(connection.afterwards, { discard: true })))
      ),
    rollback: (connection) => connection.rollback,
    rollbackSavepoint: (connection, id) =>
      connection.failed === undefined ? run(connection, `ROLLBACK TO SAVEPOINT s${id}`) : Effect.void
  })
}
