import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { prepareOrder } from "~/effects/treasury/bonds/pages/actions.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: checks an order, and answers what the wallet is to sign. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, prepareOrder) : refuseMethod(args, "POST")
