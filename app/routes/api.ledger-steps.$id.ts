import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { readStep, reportStep } from "~/effects/chain/ledger-steps/pages/api.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: what became of a transaction that a wallet was asked for; looks at the ledger. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readStep)

/** POST: which transaction the wallet sent. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, reportStep) : refuseMethod(args, "GET", "POST")
