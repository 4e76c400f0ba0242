import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { prepareBatch } from "~/effects/treasury/bonds/pages/batchActions.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: tries the next orders, and answers what the treasury's wallet is to sign. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, prepareBatch) : refuseMethod(args, "POST")
