/** A command of `npm run admin`: what it is called, what it takes, and the program that answers with lines of text. */
import { SqlClient } from "@effect/sql"
import { Data, Effect, Schema } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { type Operator, type Order, orderOf } from "../../Operator"

/** The words behind the command's name are not those it takes. */
export class Misused extends Schema.TaggedError<Misused>()("Misused", { message: Schema.String }) {}

export interface Call {
  readonly words: ReadonlyArray<string>
  readonly reason: string | undefined
  readonly days: string | undefined
  readonly limit: number
  /** Says what would be done, and does nothing. */
  readonly preview: boolean
  readonly by: Operator
}

export interface Said {
  /** For a person. */
  readonly lines: ReadonlyArray<string>
  /** For a program, with `--json`. */
  readonly data: unknown
}

export interface Command<R> {
  /** What stands behind its name. */
  readonly takes: string
  readonly what: string
  /** How many words it takes, at least and at most. */
  readonly words: readonly [least: number, most: number]
  /** Acts that are logged have a reason. */
  readonly needsReason: boolean
  /** Takes `--preview`. */
  readonly previews?: true
  readonly run: (call: Call) => Effect.Effect<Said, RouteFailure | Misused, R>
}

/** An act that is logged: one thing, one reason. */
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

/** Carries what was done out of the transaction that is undone. */
class Previewed extends Data.TaggedError("Previewed")<{ readonly summary: string }> {}

/** An act on several people at once, all or none. Its preview does it in a transaction that is undone, so that it refuses the same. */
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
      const sql = yield* SqlClient.SqlClient
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

/** Columns under each other. */
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
