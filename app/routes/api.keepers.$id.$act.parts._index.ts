import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { askPart } from "~/effects/treasury/keepers/pages/answers.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: tries the request on the ledger, and answers what the signer's wallet is to sign. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, askPart) : refuseMethod(args, "POST")
