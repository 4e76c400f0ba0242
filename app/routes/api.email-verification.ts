import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { Backend } from "~/effects/people/backend/Backend.server"
import { currentAsker } from "~/effects/people/backend/pages/asker.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** POST /api/email-verification?user_email=: sends a one-time code. Request and response bodies are empty objects. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST"
    ? respondJson(
        args,
        Effect.gen(function* () {
          const backend = yield* Backend
          const email = new URL(args.request.url).searchParams.get("user_email") ?? ""
          yield* backend.emailVerification(email, yield* currentAsker)
          return {}
        })
      )
    : refuseMethod(args, "POST")

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
