/**
 * Remembers what was typed into a form whose post failed. The action returns it with its reply; if the storage fails,
 * the loaders of a post without JavaScript fail as well, and the error page shows it instead.
 */
import { Cause, Effect } from "effect"
import { logDied, storageFails } from "~/effects/base/db/storageFailure.server"
import type { StorageUnavailable } from "~/effects/base/failures/failures"
import type { Sent } from "./PageReply"
import { RouteArgs } from "./RouteArgs.server"
import { asBarred, type RouteFailure } from "./refusal.server"

/** By the load context, which the action and the loaders of one request share. */
const stored = new WeakMap<object, Sent>()

/** One value per name, or all if the name occurs more than once. Files are not shown again. */
export const sentOf = (form: FormData): Sent => {
  const sent: Record<string, string | ReadonlyArray<string>> = {}
  for (const name of new Set(form.keys())) {
    const texts = form.getAll(name).filter((value) => typeof value === "string")
    if (texts.length > 0) sent[name] = texts.length === 1 ? (texts[0] ?? "") : texts
  }
  return sent
}

/** Remembers the form's texts for the rest of the request. */
export const storeSent = (context: object, form: FormData): Sent => {
  const sent = sentOf(form)
  stored.set(context, sent)
  return sent
}

/** The request's form values, if its post was refused. */
export const sentWith = (context: object | undefined): Sent | undefined =>
  context === undefined ? undefined : stored.get(context)

/** For actions that never respond with their form: if the storage fails, the error page offers to send it again. */
export const sendableAgain =
  (form: FormData) =>
  <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | RouteArgs> =>
    Effect.flatMap(RouteArgs, ({ context }) =>
      Effect.tapErrorCause(program, () => Effect.sync(() => storeSent(context, form)))
    )

/**
 * For actions that respond to a failure with the form, storage failures included (these are logged). A barred person
 * gets the reason, and while the site is read-only nothing is tried.
 */
export const failing = <A, E extends RouteFailure, R>(
  program: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageUnavailable | RouteFailure, R | RouteArgs> =>
  Effect.flatMap(RouteArgs, ({ context }): Effect.Effect<A, E | StorageUnavailable | RouteFailure, R> => {
    if (context.closed !== undefined) return Effect.fail(context.closed)
    return program.pipe(
      Effect.tapErrorCause((cause) => (Cause.isDie(cause) ? logDied("request died")(cause) : Effect.void)),
      storageFails,
      Effect.mapError((failure) => asBarred(failure, context.barred))
    )
  })
