import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { exportMovements } from "~/effects/treasury/treasury/pages/exportMovements.server"

/** GET /api/exports/movements?community={slug}&format=csv|json&after= */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportMovements))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
