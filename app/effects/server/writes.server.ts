/**
 * While the site is read-only, every write is refused at the edge, including those of future features. A page's own
 * form responds with what was typed; any other post gets it back on the error page, and JSON gets a code.
 */
import { Effect } from "effect"
import type { SiteReadOnly } from "~/effects/base/feature-flags/errors"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readForm.server"
import { keepSent } from "~/effects/base/remix/sent.server"

/**
 * Exceptions: signing in and out and the theme, which store nothing that people create; posts that only read; the
 * operators' pages, where the site is opened again; and, in local mode, the endpoints that stand in for other machines.
 */
const GOES_ON =
  /^\/(_root\.data|api\/wallet\/.+|api\/csp-report|api\/preview|(verify|operator(\/.+)?)(\.data)?|local\/.+)?$/

const isWrite = ({ method, url }: Request) =>
  method !== "GET" && method !== "HEAD" && !GOES_ON.test(new URL(url).pathname)

/** Responds with its form and everything typed (pageAction.server.ts). */
const answersItself = (program: object): boolean => "intents" in program

export const unlessReadOnly = <A, E, R>(
  program: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SiteReadOnly, R | RouteArgs | FeatureFlags> =>
  Effect.gen(function* () {
    const { context, request } = yield* RouteArgs
    const refusal = isWrite(request) ? yield* (yield* FeatureFlags).readOnly : undefined
    if (refusal === undefined) return yield* program
    if (answersItself(program)) {
      context.closed = refusal
      return yield* program
    }
    const form = yield* Effect.option(readForm(request.clone()))
    if (form._tag === "Some") keepSent(context, form.value)
    return yield* refusal
  })
