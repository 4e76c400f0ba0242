import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { prepareIssue } from "~/effects/treasury/bonds/pages/actions.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: what the wallet is to sign so that a series comes into being. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, prepareIssue) : refuseMethod(args, "POST")
