/** Work that pages need not wait for. */
import { Effect } from "effect"

/** The scheduling priority of such work; pages have Effect's usual one, 0, and lower numbers come first. */
export const AFTER_PAGES = 1

/** For writes and jobs: the server's scheduler lets pages go on first (docs/decisions/0070). */
export const afterPages: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> =
  Effect.withSchedulingPriority(AFTER_PAGES)
