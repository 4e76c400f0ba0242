import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { DateTime, Effect } from "effect"
import { CountedLimits } from "~/effects/base/limits/CountedLimits.server"
import { readJson } from "~/effects/base/remix/body"
import { peerOf } from "~/effects/base/remix/RouteArgs.server"
import { browserHash } from "~/effects/people/wallet-session/Browser.server"
import { ChallengeForm } from "~/effects/people/wallet-session/forms"
import { Challenges } from "~/effects/people/wallet-session/proof/Challenges.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST /api/wallet/challenge: 64 hex digits for the wallet to sign, bound to this browser. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method !== "POST") return refuseMethod(args, "POST")
  return respondJson(
    args,
    Effect.gen(function* () {
      const { purpose } = yield* readJson(ChallengeForm, args.request)
      const limits = yield* CountedLimits
      const browser = yield* browserHash
      yield* limits.take({ "challenge.browser": browser, "challenge.network": yield* peerOf })
      const challenges = yield* Challenges
      const { challenge, expiresAt } = yield* challenges.issue(purpose, browser)
      return { challenge, expiresAt: DateTime.formatIso(DateTime.unsafeMake(expiresAt)) }
    })
  )
}
