/**
 * While the site is read-only, every write is refused at the edge, a new one too. A page's own form answers with what
 * was typed; any other post gets it back on the error page, and JSON its code.
 */
import { Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readForm.server"
import { keepSent } from "~/effects/base/remix/sent.server"
import type { SiteReadOnly } from "~/effects/base/switches/errors"
import { Switches } from "~/effects/base/switches/Switches.server"

/**
 * What goes on: signing in and out and the theme, which keep nothing of what people do; what only reads although it is
 * posted; the operators' pages, where the site is opened again; and, in local mode, the doors that stand in for other
 * machines.
 */
const GOES_ON =
  /^\/(_root\.data|api\/wallet\/.+|api\/csp-report|api\/preview|(verify|operator(\/.+)?)(\.data)?|local\/.+)?$/

const isWrite = ({ method, url }: Request) =>
  method !== "GET" && method !== "HEAD" && !GOES_ON.test(new URL(url).pathname)

/** Answers with its form and everything typed (pageAction.server.ts). */
const answersItself = (program: object): boolean => "intents" in program

export const unlessReadOnly = <A, E, R>(
  program: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SiteReadOnly, R | RouteArgs | Switches> =>
  Effect.gen(function* () {
    const { context, request } = yield* RouteArgs
    const refusal = isWrite(request) ? yield* (yield* Switches).readOnly : undefined
    if (refusal === undefined) return yield* program
    if (answersItself(program)) {
      context.closed = refusal
      return yield* program
    }
    const form = yield* Effect.option(readForm(request.clone()))
    if (form._tag === "Some") keepSent(context, form.value)
    return yield* refusal
  })
