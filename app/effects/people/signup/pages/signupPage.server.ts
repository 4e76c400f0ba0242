/** Loader and action of the sign-up pages: what the server knows before the wallet connects. */
import { Effect, Option } from "effect"
import { WrongState } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { featureOffWords } from "~/effects/base/feature-flags/flags"
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { requireAccount, session } from "~/effects/people/wallet-session/visitor.server"
import { SignupInvitations } from "../SignupInvitations.server"
import { SignupModes } from "../SignupModes.server"
import { SignupRequests } from "../SignupRequests.server"
import { type SignupPage, whomToAsk } from "../signupMode"
import { rememberInvitation } from "./invitationCookie.server"

export const signupPage = Effect.gen(function* () {
  const off = yield* (yield* FeatureFlags).thrown("signups")
  const { ask, ...current } = yield* (yield* SignupModes).current
  const code = yield* rememberInvitation
  const held = Option.getOrNull(yield* session)
  // The wizard tells people with a profile that they have one.
  const mode = held === null || held.profile === null ? current.mode : "open"
  const isValid =
    mode === "invitation" &&
    code !== undefined &&
    (yield* (yield* SignupInvitations).isValid(code, held?.account ?? null))
  const request = held === null ? null : Option.getOrNull(yield* (yield* SignupRequests).find(held.account))
  return {
    closed: off === undefined ? null : featureOffWords("signups", off.reason),
    mode,
    ask: whomToAsk(ask),
    invitation: isValid ? "valid" : code === undefined ? "none" : "ended",
    request
  } satisfies SignupPage
})

const withdraw = () =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("withdraw your sign-up")
    const isWithdrawn = yield* (yield* SignupRequests).withdraw(account)
    if (!isWithdrawn) {
      return yield* new WrongState({ thing: "sign-up", state: "decided or withdrawn", action: "withdrawing it" })
    }
    return { message: "Your sign-up is withdrawn. Your name, e-mail address and profile are deleted." }
  })

export const signupAction = pageAction({ "withdraw-signup": withdraw })
