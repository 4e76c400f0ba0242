import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { apiBond } from "~/effects/treasury/bonds/pages/api.server"

/** GET: /api/v1/communities/{slug}/bonds/{code} */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiBond)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
