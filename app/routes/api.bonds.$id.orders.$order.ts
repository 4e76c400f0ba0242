import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { signOrder } from "~/effects/bonds/actions.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: the wallet's signed part of an order. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, signOrder) : refuseMethod(args, "POST")
