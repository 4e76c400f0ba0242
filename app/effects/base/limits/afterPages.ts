/** Priority of work that pages need not wait for. */
import { Effect } from "effect"

/** Scheduling priority of such work; pages have Effect's default, 0, and lower numbers run first. */
export const AFTER_PAGES = 1

/** For writes and jobs: the server's scheduler runs pages first (docs/decisions/0070). */
export const afterPages: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> =
  Effect.withSchedulingPriority(AFTER_PAGES)
