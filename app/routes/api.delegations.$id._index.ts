import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { sendDelegation } from "~/effects/governance/delegations/pages/actions.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: stores a signed delegation; sent twice, it is stored once. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, sendDelegation) : refuseMethod(args, "POST")
