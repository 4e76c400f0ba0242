import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { Backend } from "~/effects/people/backend/Backend.server"
import { currentAsker } from "~/effects/people/backend/pages/asker.server"
import { forgetInvitation } from "~/effects/people/signup/pages/invitationCookie.server"
import { readSignup } from "~/effects/people/signup/workEntries.server"
import { forgetVisitor } from "~/effects/people/wallet-session/visitor.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/**
 * POST /api/user/signup: proves the e-mail address by its code and stores the profile, or the sign-up that waits for
 * approval → `{ id }`, the account. Refusals have a `message`. Clients that may repeat the request send an Idempotency-Key header.
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
          yield* forgetInvitation
          return { id }
        })
      )
    : refuseMethod(args, "POST")

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
