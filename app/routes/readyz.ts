import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { Readiness } from "~/effects/http/Readiness.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET /readyz: 200 while requests may come, 503 while the server stops or the database takes no writes. */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(
    args,
    Effect.gen(function* () {
      const readiness = yield* Readiness
      yield* readiness.check
      return { ready: true }
    })
  )

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
