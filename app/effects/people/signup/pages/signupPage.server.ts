/** What the sign-up pages know before the wallet does. */
import { Effect } from "effect"
import { Switches } from "~/effects/base/switches/Switches.server"
import { featureOffWords } from "~/effects/base/switches/switches"

/** Why nobody can sign up now, in words; null on other days. */
export const signupPage = Effect.gen(function* () {
  const off = yield* (yield* Switches).thrown("signups")
  return { closed: off === undefined ? null : featureOffWords("signups", off.reason) }
})
