/**
 * Plain form posts on pages (D-01): the button pressed says which program runs. Success leads to an address, or leaves
 * a sentence; a refusal is data, not an error page, with the status of its failure and everything typed.
 */

import { data, redirect } from "@remix-run/node"
import { Effect, Either } from "effect"
import { MalformedBody } from "~/effects/base/failures/failures"
import type { PageReply, Sent } from "./PageReply"
import { ReplyHeaders, RouteArgs } from "./RouteArgs.server"
import { mustBeText, readForm } from "./readForm.server"
import type { RouteFailure } from "./refusal.server"
import { failing, keepSent } from "./sent.server"

/** Leads elsewhere (303), or says something and stays; with `sent` the form keeps what was typed, as one that gets another row. */
export type Done = { readonly to: string } | { readonly message: string; readonly sent?: Sent }

/** A failure that knows what another person has stored meanwhile. */
export interface StaleFailure extends RouteFailure {
  readonly stored: Sent
}

export type Commands = Readonly<Record<string, (form: FormData) => Effect.Effect<Done, RouteFailure, unknown>>>
type Program<C extends Commands> = ReturnType<C[keyof C]>

const isStale = (failure: RouteFailure): failure is StaleFailure => failure.code === "E-STALE" && "stored" in failure

/** A text field's value; empty where there is none. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

const answering = <const C extends Commands>(commands: C) =>
  Effect.gen(function* () {
    const { context, request } = yield* RouteArgs
    const headers = yield* ReplyHeaders
    const form = yield* readForm(request)
    const intent = textOf(form, "intent")
    const run = Object.hasOwn(commands, intent) ? commands[intent] : undefined
    if (run === undefined) return yield* new MalformedBody({})

    type Needs = Effect.Effect.Context<Program<C>>
    // A record's values are known by their bound only; what each of them needs is what all of them need.
    const program = Effect.zipRight(mustBeText(form), run(form)) as Effect.Effect<Done, RouteFailure, Needs>
    const ended = yield* Effect.either<Done, RouteFailure, Needs | RouteArgs>(failing(program))
    if (Either.isRight(ended) && "to" in ended.right) return yield* Effect.fail(redirect(ended.right.to, 303))
    const reply: PageReply = Either.isRight(ended)
      ? {
          intent,
          ok: true,
          code: "",
          message: "message" in ended.right ? ended.right.message : "",
          fields: {},
          sent: ("sent" in ended.right ? ended.right.sent : undefined) ?? {},
          requestId: context.requestId,
          stored: null
        }
      : {
          intent,
          ok: false,
          code: ended.left.code,
          message: ended.left.message,
          fields: ended.left.fields ?? {},
          sent: keepSent(context, form),
          requestId: context.requestId,
          stored: isStale(ended.left) ? ended.left.stored : null
        }
    if (Either.isLeft(ended)) context.refused = ended.left.message
    if (Either.isLeft(ended) && ended.left.retryAfter !== undefined) {
      headers.set("Retry-After", String(ended.left.retryAfter))
    }
    return data(reply, { status: Either.isRight(ended) ? 200 : ended.left.status, headers })
  })

/**
 * @param commands by the value of the field `intent`; what is none of them is malformed. Their names stay with the
 * program: the access matrix has a row for each.
 */
export const pageAction = <const C extends Commands>(commands: C) =>
  Object.assign(answering(commands), { intents: Object.keys(commands) })

interface Replied {
  readonly data: PageReply
  readonly init: ResponseInit | null
}
/** Where a post led; Remix types such an answer by what it holds, which is nothing. */
type Led = ReturnType<typeof redirect>

/** A page action for a caller that waits for the answer itself: `{ to }`, or the `PageReply` with its status. */
export const asJson = <E extends RouteFailure, R>(action: Effect.Effect<Replied, E | Led, R>) =>
  Effect.matchEffect(action, {
    onFailure: (end): Effect.Effect<Response, E> =>
      "headers" in end ? Effect.succeed(Response.json({ to: end.headers.get("Location") ?? "/" })) : Effect.fail(end),
    onSuccess: ({ data: reply, init }) => Effect.succeed(Response.json(reply, { status: init?.status ?? 200 }))
  })
