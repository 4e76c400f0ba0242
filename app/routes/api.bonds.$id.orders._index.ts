import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { prepareOrder } from "~/effects/bonds/actions.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: checks an order, and answers what the wallet is to sign. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, prepareOrder) : refuseMethod(args, "POST")
