/** Loader of the sign-up pages: what the server knows before the wallet connects. */
import { Effect } from "effect"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { featureOffWords } from "~/effects/base/feature-flags/flags"

/** Why sign-ups are closed, in words; null if they are open. */
export const signupPage = Effect.gen(function* () {
  const off = yield* (yield* FeatureFlags).thrown("signups")
  return { closed: off === undefined ? null : featureOffWords("signups", off.reason) }
})
