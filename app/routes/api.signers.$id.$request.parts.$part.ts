import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { signPart } from "~/effects/treasury/multisig/pages/responses.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: the signer's signature over the request. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, signPart) : refuseMethod(args, "POST")
