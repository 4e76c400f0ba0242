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
  const hasSession = (yield* visitor) !== null
  return {
    hasSession,
    /** Why the post that this page answers was refused, or its person barred: without a session no form can say it. */
    refused: context.refused ?? context.barred?.message ?? null,
    /** To sign in again would not help. */
    barred: context.barred?.message ?? null
  }
})
