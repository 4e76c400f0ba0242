import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { prepareCollateral } from "~/effects/treasury/bonds/pages/actions.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: returns the transaction that takes the collateral of secured bonds, for the wallet to sign. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, prepareCollateral) : refuseMethod(args, "POST")
