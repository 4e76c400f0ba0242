import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { exportDistributions } from "~/effects/treasury/payouts/pages/report.server"

/** GET /api/exports/distributions?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportDistributions))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
