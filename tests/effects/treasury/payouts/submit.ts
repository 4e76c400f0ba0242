/** Clicks on buttons of tokenDistribution, as a browser without scripts sends them. */
import { Effect, Either } from "effect"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { ORIGIN, signIn } from "../../publishing/dashboard/visits"
import { ADA, type garden } from "./world"

type Form = Readonly<Record<string, string | File>>

/** The reply of a refused click; null if the browser is led on. */
export const replyOf = (place: Effect.Effect.Success<typeof garden>, search: string, form: Form) =>
  Effect.gen(function* () {
    const token = yield* signIn(ADA)
    const body = new FormData()
    for (const [name, value] of Object.entries(form)) body.set(name, value)
    const request = new Request(`${ORIGIN}/community/detail/${place.community.id}/tokenDistribution${search}`, {
      method: "POST",
      headers: { cookie: `__Host-session=${token}` },
      body
    })
    const context = { requestId: "a request", nonce: "", address: "127.0.0.1" }
    return yield* Effect.either(distributionAction).pipe(
      Effect.provideService(RouteArgs, { request, params: { id: place.community.id }, context }),
      Effect.provideService(ReplyHeaders, new Headers()),
      Effect.map((ended) => (Either.isLeft(ended) ? null : ended.right.data))
    )
  })

/** The message of a click, with the field that it is about; empty if the browser is led on. */
export const submitOn = (place: Effect.Effect.Success<typeof garden>) => (search: string, form: Form) =>
  Effect.map(replyOf(place, search, form), (reply) =>
    reply === null ? "" : (Object.values(reply.fields)[0] ?? reply.message)
  )
