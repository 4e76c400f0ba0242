import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { askPart } from "~/effects/treasury/multisig/pages/responses.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: previews the request on the ledger, and returns the subintent for the signer's wallet to sign. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, askPart) : refuseMethod(args, "POST")
