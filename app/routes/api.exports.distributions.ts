import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { exportDistributions } from "~/effects/distributions/report.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET /api/exports/distributions?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, exportDistributions)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
