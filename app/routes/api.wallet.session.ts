import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect, Option } from "effect"
import { CountedLimits } from "~/effects/base/limits/CountedLimits.server"
import { readJson } from "~/effects/base/remix/body"
import { peerOf } from "~/effects/base/remix/RouteArgs.server"
import { browserHash } from "~/effects/people/wallet-session/Browser.server"
import { SessionForm } from "~/effects/people/wallet-session/forms"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { SignIn } from "~/effects/people/wallet-session/SignIn.server"
import {
  clearSessionCookie,
  currentAccount,
  heldToken,
  setAccountsCookie,
  setSessionCookie
} from "~/effects/people/wallet-session/visitor.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/wallet/session: the account this browser is signed in with, or null. */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(
    args,
    Effect.map(currentAccount, (account) => ({ account: Option.getOrNull(account) }))
  )

/** POST signs in with a wallet's proofs; DELETE signs out, here and on the server. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method === "POST") return signIn(args)
  if (args.request.method === "DELETE") return signOut(args)
  return refuseMethod(args, "GET", "POST", "DELETE")
}

const signIn = (args: ActionFunctionArgs) =>
  respondJson(
    args,
    Effect.gen(function* () {
      const form = yield* readJson(SessionForm, args.request)
      const limits = yield* CountedLimits
      const browser = yield* browserHash
      yield* limits.take({ "sign-in.browser": browser, "sign-in.network": yield* peerOf })
      const wallet = yield* SignIn
      const { account, hasProfile, others, token } = yield* wallet.signIn(form, {
        browserHash: browser,
        userAgent: args.request.headers.get("User-Agent") ?? "",
        token: yield* heldToken
      })
      yield* setSessionCookie(token)
      yield* setAccountsCookie(account, others)
      return { account, hasProfile }
    })
  )

const signOut = (args: ActionFunctionArgs) =>
  respondJson(
    args,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const token = yield* heldToken
      if (Option.isSome(token)) yield* sessions.end(token.value)
      yield* clearSessionCookie
      return { account: null }
    })
  )
