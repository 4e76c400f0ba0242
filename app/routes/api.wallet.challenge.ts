import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { DateTime, Effect } from "effect"
import { Limits } from "~/effects/http/Limits.server"
import { peerOf } from "~/effects/http/peer.server"
import { readJson } from "~/effects/remix/body"
import { refuseMethod, respondJson } from "~/effects/runtime.server"
import { browserHash } from "~/effects/wallet-session/Browser.server"
import { ChallengeForm } from "~/effects/wallet-session/forms"
import { Challenges } from "~/effects/wallet-session/proof/Challenges.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST /api/wallet/challenge: 64 hex digits for the wallet to sign, bound to this browser. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method !== "POST") return refuseMethod(args, "POST")
  return respondJson(
    args,
    Effect.gen(function* () {
      const { purpose } = yield* readJson(ChallengeForm, args.request)
      const limits = yield* Limits
      const browser = yield* browserHash
      yield* limits.take({ "challenge.browser": browser, "challenge.address": yield* peerOf })
      const challenges = yield* Challenges
      const { challenge, expiresAt } = yield* challenges.issue(purpose, browser)
      return { challenge, expiresAt: DateTime.formatIso(DateTime.unsafeMake(expiresAt)) }
    })
  )
}
