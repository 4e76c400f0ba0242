import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { receiptFile } from "~/effects/treasury/bonds/pages/receipts.server"

/** GET: a receipt as a file that /verify checks. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, receiptFile)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
