import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { issuedReceipt } from "~/effects/treasury/receipts/pages/issued.server"

/** GET ?kind=bond|ballot&of=…&number=…&digest=…: `{ "issued": true }` if this site issued exactly that receipt. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, issuedReceipt)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
