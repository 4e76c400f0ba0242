import type { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { orUnavailable } from "./statements.server"

interface Transition<State, Change> {
  /** The states in which it is possible. */
  readonly from: State | ReadonlyArray<State>
  /** The new state; without one the state stays and only `change` is written. */
  readonly to?: State
  /** Other columns with their new values. */
  readonly change?: Change
}

interface Options {
  /** The column of the state. */
  readonly column?: "state" | "status" | "stage" | "shown"
  /** Whether `version` counts the changes. */
  readonly isVersioned?: true
}

/** The row's id, or the columns that identify it. */
type Key = string | Readonly<Record<string, string | number>>

/**
 * The state machine of a table. A row moves in one statement and only from a state in `from`, so that of two callers at
 * the same time one moves it; returns whether this one did. The time of the change is written as `updated_at`.
 */
export const transitionsOf =
  <State extends string, Change extends object = Readonly<Record<string, string | number | null>>>(
    sql: SqlClient.SqlClient,
    table: string,
    { column = "state", isVersioned }: Options = {}
  ) =>
  (key: Key, { change, from, to }: Transition<State, Change>): Effect.Effect<boolean> =>
    Effect.gen(function* () {
      const updatedAt = yield* Clock.currentTimeMillis
      const values = { updatedAt, ...change, ...(to !== undefined && { [column]: to }) }
      const isRow = Object.entries(typeof key === "string" ? { id: key } : key).map(
        ([name, value]) => sql`${sql(name)} = ${value}`
      )
      const rows = yield* sql`UPDATE ${sql(table)}
        SET ${sql.update(values)}${sql.literal(isVersioned ? ", version = version + 1" : "")}
        WHERE ${sql.and([...isRow, sql.in(column, typeof from === "string" ? [from] : from)])} RETURNING ${sql(column)}`
      return rows.length > 0
    }).pipe(orUnavailable)
