/**
 * Plain form posts on pages: the clicked button selects the program. Success redirects or leaves a message; a refusal
 * is data and not an error page, with the status of its failure and everything that was typed.
 */
import { data, redirect } from "@remix-run/node"
import { Effect, Either } from "effect"
import { MalformedBody } from "~/effects/base/failures/failures"
import type { PageReply, Sent } from "./PageReply"
import { ReplyHeaders, RouteArgs } from "./RouteArgs.server"
import { readForm, requireText } from "./readFileForm.server"
import type { RouteFailure } from "./refusal.server"
import { failing, storeSent } from "./sent.server"

/** Redirects (303), or shows a message; with `sent` the form keeps what was typed, such as one that gains a row. */
export type Done = { readonly to: string } | { readonly message: string; readonly sent?: Sent }

/** A failure that contains what another person has stored meanwhile. */
export interface StaleFailure extends RouteFailure {
  readonly stored: Sent
}

export type Commands = Readonly<Record<string, (form: FormData) => Effect.Effect<Done, RouteFailure, unknown>>>
type Program<C extends Commands> = ReturnType<C[keyof C]>

const isStale = (failure: RouteFailure): failure is StaleFailure => failure.code === "E-STALE" && "stored" in failure

/** A text field's value; empty if absent. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}

/** Forms of pages that were opened before an update have buttons of earlier names: each with today's. */
const formerIntents: Readonly<Record<string, string>> = {
  park: "fund-escrow",
  "park-not": "discard-funding",
  unpark: "withdraw-escrow",
  "park-retry": "retry-escrow",
  "park-back": "withdraw-by-wallet",
  "propose-parking": "propose-escrow",
  "propose-bond-parking": "propose-bond-escrow",
  switches: "feature-flags",
  lend: "delegate",
  "save-letters": "save-email-choices"
}
export const intentNow = (intent: string): string =>
  Object.hasOwn(formerIntents, intent) ? (formerIntents[intent] ?? intent) : intent

type Read = (request: Request) => Effect.Effect<FormData, MalformedBody>

const responding = <const C extends Commands>(commands: C, read: Read) =>
  Effect.gen(function* () {
    const { context, request } = yield* RouteArgs
    const headers = yield* ReplyHeaders
    const form = yield* read(request)
    const intent = intentNow(textOf(form, "intent"))
    const run = Object.hasOwn(commands, intent) ? commands[intent] : undefined
    if (run === undefined) return yield* new MalformedBody({})

    type Needs = Effect.Effect.Context<Program<C>>
    // The record's type is known by its bound only; together the programs need what each of them needs.
    const program = Effect.zipRight(requireText(form), run(form)) as Effect.Effect<Done, RouteFailure, Needs>
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
          sent: storeSent(context, form),
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
 * @param commands by the value of the field `intent`; any other value is malformed. The names are kept at runtime: the
 * access matrix has a row for each.
 * @param read how the form is read, for forms with files
 */
export const pageAction = <const C extends Commands>(commands: C, read: Read = readForm) =>
  Object.assign(responding(commands, read), { intents: Object.keys(commands) })

interface Replied {
  readonly data: PageReply
  readonly init: ResponseInit | null
}
/** The redirect of a post; Remix types such a response by its body, which is empty. */
type Led = ReturnType<typeof redirect>

/** A page action for a caller that handles the response itself: `{ to }`, or the `PageReply` with its status. */
export const asJson = <E extends RouteFailure, R>(action: Effect.Effect<Replied, E | Led, R>) =>
  Effect.matchEffect(action, {
    onFailure: (end): Effect.Effect<Response, E> =>
      "headers" in end ? Effect.succeed(Response.json({ to: end.headers.get("Location") ?? "/" })) : Effect.fail(end),
    onSuccess: ({ data: reply, init }) => Effect.succeed(Response.json(reply, { status: init?.status ?? 200 }))
  })

/** Ends a page's program with a redirect. */
export const redirectTo = (path: string, init?: ResponseInit) => Effect.fail(redirect(path, init))
