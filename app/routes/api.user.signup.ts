import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { currentAsker } from "~/effects/backend/asker.server"
import { Backend } from "~/effects/backend/Backend.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"
import { readSignup } from "~/effects/signup/readSignup.server"
import { forgetVisitor } from "~/effects/wallet-session/visitor.server"

/**
 * POST /api/user/signup: proves the e-mail by its code and stores the profile → `{ id }`, the account. Refusals carry
 * `message`. A request that may be sent twice says so by an Idempotency-Key header.
 */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST"
    ? respondJson(
        args,
        Effect.gen(function* () {
          const backend = yield* Backend
          const asker = yield* currentAsker
          const form = yield* readSignup(args.request, asker)
          const id = yield* backend.signup(form, asker, args.request.headers.get("Idempotency-Key"))
          yield* forgetVisitor
          return { id }
        })
      )
    : refuseMethod(args, "POST")

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
