import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { readStep, reportStep } from "~/effects/chain/prepared-transactions/pages/api.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: the result of a prepared transaction; polls the ledger. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readStep)

/** POST: the id of the transaction that the wallet has submitted. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, reportStep) : refuseMethod(args, "GET", "POST")
