import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { signOrder } from "~/effects/treasury/bonds/pages/actions.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: the wallet's signed part of an order. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, signOrder) : refuseMethod(args, "POST")
