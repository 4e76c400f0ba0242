import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { DateTime, Duration, Effect, Either, Schema } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { readJson } from "~/effects/base/remix/body"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { isPlainForm, readForm } from "~/effects/base/remix/readFileForm.server"
import { MovableClock } from "~/effects/local/MovableClock.server"
import { pageBefore } from "~/effects/publishing/site/pages/site.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

const TEN_YEARS_S = 315_360_000
const Advance = Schema.Struct({ advanceSeconds: Schema.Number.pipe(Schema.between(0, TEN_YEARS_S)) })
const AdvanceForm = Schema.Struct({ advanceSeconds: Schema.NumberFromString.pipe(Schema.between(0, TEN_YEARS_S)) })

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

const move = (seconds: number) =>
  Effect.flatMap(MovableClock, (clock) => Effect.map(clock.advance(Duration.seconds(seconds)), DateTime.unsafeMake))

/** The button above every page redirects back to it, and the page shows the new day. */
const moveByForm = (request: Request) =>
  Effect.gen(function* () {
    const draft = formRecord(yield* readForm(request))
    const { advanceSeconds } = yield* Either.mapLeft(
      checkForm(AdvanceForm, draft),
      (fields) => new InvalidFields({ fields })
    )
    yield* move(advanceSeconds)
    return redirect(pageBefore(request), 303)
  })

/** POST /local/clock: moves the server's clock forward and returns the new time. */
export const action = async (args: ActionFunctionArgs) => {
  const { request } = args
  if (request.method !== "POST") return refuseMethod(args, "POST")
  if (isPlainForm(request)) return respondJson(args, moveByForm(request))
  return respondJson(
    args,
    Effect.gen(function* () {
      const { advanceSeconds } = yield* readJson(Advance, request)
      return { now: DateTime.formatIso(yield* move(advanceSeconds)) }
    })
  )
}
