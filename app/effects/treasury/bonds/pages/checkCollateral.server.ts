/** GET /verify?collateral=… and GET /api/verify?collateral=…: what a controller with collateral promises, for anyone. */
import { Effect } from "effect"
import { Limits } from "~/effects/base/limits/Limits.server"
import { peerOf, ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { CollateralReply } from "../secured/CheckedCollateral"
import { CollateralChecks } from "../secured/CollateralChecks.server"

/** The text as typed; null without the parameter. */
export const collateralAsked = Effect.map(
  RouteArgs,
  ({ request }) => new URL(request.url).searchParams.get("collateral")?.slice(0, 1_000) ?? null
)

const checked = (asked: string) =>
  Effect.gen(function* () {
    yield* (yield* Limits).take({ "verify.address": yield* peerOf })
    return yield* (yield* CollateralChecks).check(asked)
  })

export const checkedCollateral = Effect.flatMap(collateralAsked, (asked) => checked(asked ?? ""))

/** For the page, which shows the typed text again: the result, and its status. */
export const collateralReply = Effect.gen(function* () {
  const asked = yield* collateralAsked
  if (asked === null) return { reply: null, status: 200 }
  const headers = yield* ReplyHeaders
  return yield* Effect.match(checked(asked), {
    onSuccess: (found) => ({ reply: { kind: "checked", asked, found } satisfies CollateralReply, status: 200 }),
    onFailure: (failure) => {
      if ("retryAfter" in failure) headers.set("Retry-After", String(failure.retryAfter))
      const { message, status } = failure
      return { reply: { kind: "refused", asked, message } satisfies CollateralReply, status }
    }
  })
})
