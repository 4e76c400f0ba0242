/** Requests to pages, as their programs see them: a browser with or without a session. */
import { Effect, Option } from "effect"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { asAccount } from "../../../addresses"

export const ADA = asAccount("account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa")
export const ORIGIN = "http://127.0.0.1:3000"

export const job = {
  company_name: "Riverside Garden",
  start_date: "2019-03-01",
  end_date: null,
  current: true,
  designation: "Water signer",
  description: "Tanks and hoses."
}

/** A person with a profile; returns the token of their session. */
export const member = (account = ADA, username = "Ada Main") =>
  Effect.gen(function* () {
    const users = yield* UsersRepo
    yield* users.insert({
      accountAddress: account,
      username,
      email: `${username.replaceAll(" ", ".")}@example.org`,
      bio: "I keep bees and spreadsheets.",
      displayImage: "/files/ada/-/preview/1000x562/",
      tags: ["Climate", "Energy", "Farming", "Film", "Food"],
      workHistory: [job],
      newsletter: true
    })
    return yield* signIn(account)
  })

export const signIn = (account: string) =>
  Effect.flatMap(Sessions, (sessions) =>
    sessions.open({ account: asAccount(account), persona: null, userAgent: "a test", replaces: Option.none() })
  )

interface Visit {
  readonly token?: string
  readonly form?: Iterable<readonly [name: string, value: string]>
  readonly headers?: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string>>
  /** In addition to the session's. */
  readonly cookie?: string
  /** Receives the reply's headers even if the program fails. */
  readonly replyHeaders?: Headers
}

/** Runs a page's program for one request. Returns the headers it set. */
export const visit = <A, E, R>(
  path: string,
  program: Effect.Effect<A, E, R>,
  { cookie = "other=1", form, headers = {}, params = {}, replyHeaders = new Headers(), token }: Visit = {}
) => {
  const body = new URLSearchParams([...(form ?? [])].map(([name, value]) => [name, value]))
  const request = new Request(`${ORIGIN}${path}`, {
    method: form === undefined ? "GET" : "POST",
    headers: { ...headers, ...(token === undefined ? {} : { cookie: `__Host-session=${token}; ${cookie}` }) },
    ...(form === undefined ? {} : { body })
  })
  const context = { requestId: "a request", nonce: "", address: "127.0.0.1" }
  return program.pipe(
    Effect.provideService(RouteArgs, { request, params: { ...params }, context }),
    Effect.provideService(ReplyHeaders, replyHeaders),
    Effect.map((value) => ({ value, headers: replyHeaders }))
  )
}

/** Posts a form that redirects on success, and returns the address and the cookies. */
export const submitted = <A, E, R>(path: string, program: Effect.Effect<A, E, R>, options: Visit) => {
  const headers = new Headers()
  return visit(path, program, { ...options, replyHeaders: headers }).pipe(
    Effect.as({ status: 200, to: null, headers }),
    Effect.catchAll((ended) =>
      ended instanceof Response
        ? Effect.succeed({ status: ended.status, to: ended.headers.get("location"), headers })
        : Effect.fail(ended)
    )
  )
}
