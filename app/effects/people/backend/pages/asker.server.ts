import { Effect, Option } from "effect"
import { type Asker, networkOf } from "~/effects/base/limits/Asker"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { invitationIn } from "~/effects/people/signup/pages/invitationCookie.server"
import { browserHash } from "~/effects/people/wallet-session/Browser.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"

/** The sender of the current request. Sets the browser's cookie if it has none yet. */
export const currentAsker = Effect.gen(function* () {
  const { context, request } = yield* RouteArgs
  const invitation = invitationIn(request)
  const asker: Asker = {
    browser: yield* browserHash,
    account: Option.getOrNull(yield* currentAccount),
    network: networkOf(context.address),
    address: context.address,
    ...(invitation !== undefined && { invitation })
  }
  return asker
})
