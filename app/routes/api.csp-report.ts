import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { Limits } from "~/effects/base/limits/Limits.server"
import { readBody } from "~/effects/base/remix/body"
import { peerOf } from "~/effects/base/remix/RouteArgs.server"
import { violationsIn } from "~/effects/server/http/cspReport"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/**
 * POST /api/csp-report: receives browsers' reports of violations of the content security policy. Logs nothing personal.
 */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method !== "POST") return refuseMethod(args, "POST")
  return respondJson(
    args,
    Effect.gen(function* () {
      const limits = yield* Limits
      yield* limits.take({ "csp-report.address": yield* peerOf })
      for (const violation of violationsIn(yield* readBody(args.request))) {
        yield* Effect.logWarning("content security policy stopped something").pipe(
          Effect.annotateLogs({ ...violation })
        )
      }
      return new Response(null, { status: 204 })
    })
  )
}
