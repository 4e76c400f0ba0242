import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { readBody } from "~/effects/base/remix/body"
import { LocalGateway } from "~/effects/local/LocalGateway.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST /local/gateway/…: the ledger gateway of local mode. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method !== "POST") return refuseMethod(args, "POST")
  return respondJson(
    args,
    Effect.gen(function* () {
      const gateway = yield* LocalGateway
      const body = yield* Effect.orElseSucceed(readBody(args.request), () => undefined)
      const response = yield* gateway.respond((args.params["*"] ?? "").replace(/\/$/, ""), body)
      return typeof response.body === "string"
        ? new Response(response.body, { status: response.status, headers: { "Content-Type": "text/plain" } })
        : Response.json(response.body, { status: response.status })
    })
  )
}
