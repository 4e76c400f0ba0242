import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { exportReceipts } from "~/effects/bonds/api.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: /api/exports/receipts?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, exportReceipts)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
