/** Type of a command of `npm run admin`: its arguments, its description, and the program that returns lines of text. */
import type { SqlClient } from "@effect/sql"
import { Data, Effect, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { type Operator, type Order, orderOf } from "../../Operator"

/** The arguments do not match those of the command. */
export class Misused extends Schema.TaggedError<Misused>()("Misused", { message: Schema.String }) {}

export interface Call {
  readonly words: ReadonlyArray<string>
  readonly reason: string | undefined
  readonly days: string | undefined
  readonly limit: number
  /** Reports what would be done and changes nothing. */
  readonly preview: boolean
  readonly by: Operator
}

export interface Said {
  /** Output for people. */
  readonly lines: ReadonlyArray<string>
  /** Output for programs, with `--json`. */
  readonly data: unknown
}

export interface Command<R> {
  /** Arguments, as the help shows them. */
  readonly takes: string
  readonly what: string
  /** Minimum and maximum number of arguments. */
  readonly words: readonly [least: number, most: number]
  /** Logged actions require a reason. */
  readonly needsReason: boolean
  /** Whether it accepts `--preview`. */
  readonly previews?: true
  readonly run: (call: Call) => Effect.Effect<Said, RouteFailure | Misused, R>
}

/** A logged action on one thing, with a reason. */
export const act = <R>(
  takes: string,
  what: string,
  run: (
    thing: string,
    order: Order,
    call: Call
  ) => Effect.Effect<{ readonly summary: string }, RouteFailure | Misused, R>
): Command<R> => ({
  takes,
  what,
  words: [1, 1],
  needsReason: true,
  run: (call) =>
    Effect.gen(function* () {
      const order = yield* orderOf(call.by, call.reason ?? "")
      const done = yield* run(call.words[0] ?? "", order, call)
      return { lines: [`${done.summary}.`], data: { done: done.summary } }
    })
})

const MOST_PEOPLE = 100

/** Carries the result out of the transaction that is rolled back. */
class Previewed extends Data.TaggedError("Previewed")<{ readonly summary: string }> {}

/**
 * An action on several people, all or none. Its preview runs in a transaction that is rolled back, so that it fails for
 * the same reasons.
 */
export const actOnMany = <R>(
  takes: string,
  what: string,
  run: (
    people: ReadonlyArray<string>,
    order: Order,
    call: Call
  ) => Effect.Effect<{ readonly summary: string }, RouteFailure | Misused, R>
): Command<R | SqlClient.SqlClient> => ({
  takes,
  what,
  words: [1, MOST_PEOPLE],
  needsReason: true,
  previews: true,
  run: (call) =>
    Effect.gen(function* () {
      const people = [...new Set(call.words)]
      if (!call.preview) {
        const done = yield* run(people, yield* orderOf(call.by, call.reason ?? ""), call)
        return { lines: [`${done.summary}.`], data: { done: done.summary } }
      }
      const order = yield* orderOf(call.by, call.reason ?? "A preview.")
      const sql = yield* Sql
      const { summary } = yield* run(people, order, call).pipe(
        Effect.flatMap(({ summary }) => new Previewed({ summary })),
        atomically(sql),
        Effect.catchIf(
          (ended) => ended instanceof Previewed,
          (previewed) => Effect.succeed(previewed)
        )
      )
      return { lines: [`${summary}.`, "This is a preview: nothing was changed."], data: { preview: summary } }
    })
})

/** Aligns columns. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = rows.reduce<ReadonlyArray<number>>(
    (known, row) => row.map((cell, n) => Math.max(known[n] ?? 0, cell.length)),
    []
  )
  return rows.map((row) =>
    row
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join("  ")
      .trimEnd()
  )
}
