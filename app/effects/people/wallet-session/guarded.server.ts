/**
 * What the loaders of guarded pages tell who has no session: nothing, in the page and in its data, whatever the address
 * names (D-04). The layout around them says so once, and the browser's gate does the rest.
 */
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { Sessions } from "./Sessions.server"
import { visitor } from "./visitor.server"

/** Null without a session; what the address names is then not even looked up. */
export const guarded = <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A | null, E, R | Sessions | RouteArgs> =>
  Effect.flatMap(visitor, (who) => (who === null ? Effect.succeed(null) : page))

/** For the layout of all guarded pages. */
export const gate = Effect.gen(function* () {
  const { context } = yield* RouteArgs
  return {
    hasSession: (yield* visitor) !== null,
    /** Why the post that this page answers was refused: without a session there is no form to say it beside. */
    refused: context.refused ?? null
  }
})
