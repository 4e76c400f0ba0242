import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/** The database's own failures are defects; what remains is the program's. */
export const sqlDies = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError>, R> =>
  Effect.catchAll(program, (error) =>
    // Whatever is not the database's stays a failure; the compiler cannot tell that of an open E.
    error instanceof SqlError ? Effect.die(error) : Effect.fail(error as Exclude<E, SqlError>)
  )
