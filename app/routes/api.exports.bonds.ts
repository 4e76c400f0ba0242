import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { exportBonds } from "~/effects/treasury/bonds/pages/exports.server"

/** GET: /api/exports/bonds?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportBonds))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
