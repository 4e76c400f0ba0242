import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { DateTime, Duration, Effect, Schema } from "effect"
import { readJson } from "~/effects/base/remix/body"
import { MovableClock } from "~/effects/local/MovableClock.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

const TEN_YEARS_S = 315_360_000
const Advance = Schema.Struct({ advanceSeconds: Schema.Number.pipe(Schema.between(0, TEN_YEARS_S)) })

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST /local/clock: moves the server's clock forward and answers the new time. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method !== "POST") return refuseMethod(args, "POST")
  return respondJson(
    args,
    Effect.gen(function* () {
      const { advanceSeconds } = yield* readJson(Advance, args.request)
      const clock = yield* MovableClock
      const now = yield* clock.advance(Duration.seconds(advanceSeconds))
      return { now: DateTime.formatIso(DateTime.unsafeMake(now)) }
    })
  )
}
