import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { receiptFile } from "~/effects/bonds/receipts.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: a receipt as a file that /verify checks. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, receiptFile)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
