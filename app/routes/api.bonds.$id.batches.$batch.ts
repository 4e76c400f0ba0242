import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { readBatch, signBatch } from "~/effects/treasury/bonds/pages/batchActions.server"

/** GET: the result of a batch; polls the ledger. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readBatch)

/** POST: the treasury's signed part of the batch. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, signBatch) : refuseMethod(args, "GET", "POST")
