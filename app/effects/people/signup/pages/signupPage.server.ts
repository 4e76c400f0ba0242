/** Loader of the sign-up pages: what the server knows before the wallet connects. */
import { Effect } from "effect"
import { Switches } from "~/effects/base/switches/Switches.server"
import { featureOffWords } from "~/effects/base/switches/switches"

/** Why sign-ups are closed, in words; null if they are open. */
export const signupPage = Effect.gen(function* () {
  const off = yield* (yield* Switches).thrown("signups")
  return { closed: off === undefined ? null : featureOffWords("signups", off.reason) }
})
