import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { exportReceipts } from "~/effects/treasury/bonds/pages/exports.server"

/** GET: /api/exports/receipts?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportReceipts))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
