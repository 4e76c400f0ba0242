/**
 * Guarded loaders return null without a session, before any lookup, whatever the path names. The layout around them
 * explains this once, and the browser's wallet gate does the rest.
 */
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { Sessions } from "./Sessions.server"
import { visitor } from "./visitor.server"

/** Null without a session; what the path names is not looked up. */
export const guarded = <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A | null, E, R | Sessions | RouteArgs> =>
  Effect.flatMap(visitor, (who) => (who === null ? Effect.succeed(null) : page))

/** For the layout of all guarded pages. */
export const gate = Effect.gen(function* () {
  const { context } = yield* RouteArgs
  const hasSession = (yield* visitor) !== null
  return {
    hasSession,
    /** Why the post that led here was refused or its account is suspended: without a session no form can show it. */
    refused: context.refused ?? context.barred?.message ?? null,
    /** Signing in again would not help. */
    barred: context.barred?.message ?? null
  }
})
