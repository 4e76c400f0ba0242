/**
 * Transactions that end cleanly when the storage fails halfway. With the library's own, a failing ROLLBACK hides the
 * original error, and a SQLite transaction stays open if its COMMIT failed. SQLite itself rolls back a transaction when
 * the disk is full; a program that continued would write outside it, so no further statement is run after such a
 * failure.
 */
import { SqlClient } from "@effect/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect, Exit, Option, Scope, Stream } from "effect"
import { asStorageFailure } from "./storageFailure.server"

class InTransaction implements Connection {
  /** The failure after which this transaction can only be rolled back. */
  failed: SqlError | undefined
  /** Effects to run last, right before the commit. */
  readonly last: Array<Effect.Effect<void>> = []
  /** Effects to run after the commit. */
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
    // ROLLBACK may fail because nothing is open any more or the server is gone; the original failure is the one to
    // report.
    return Effect.ignore(this.#connection.execute("ROLLBACK", [], undefined))
  }
}

const run = (connection: InTransaction, text: string) => Effect.asVoid(connection.execute(text, [], undefined))

/** Only the code below provides this service, so its value always has this type. */
const transactionTag = SqlClient.TransactionConnection as unknown as Context.Tag<
  SqlClient.TransactionConnection,
  readonly [connection: InTransaction, depth: number]
>

/**
 * Runs when the written rows are visible to others: after the commit of the surrounding transaction, or immediately if
 * there is none. Does not run after a rollback.
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
 * Defers writes to the end of the surrounding transaction: they run together, right before the commit, or immediately
 * without a transaction. For rows that many different transactions share: after locking them a transaction waits for no
 * other lock, so no deadlock can form. A failure rolls the transaction back.
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
 * @param begin the statement that begins a transaction.
 * @param reserve takes a connection until the scope ends.
 * @param retrying how to retry when the beginning fails.
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
