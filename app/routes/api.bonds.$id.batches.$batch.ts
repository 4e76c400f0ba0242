import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { readBatch, signBatch } from "~/effects/bonds/batchActions.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: what became of a batch; looks at the ledger. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readBatch)

/** POST: the treasury's signed part of it. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, signBatch) : refuseMethod(args, "GET", "POST")
