import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { apiBond } from "~/effects/bonds/api.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: /api/v1/communities/{slug}/bonds/{code} */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiBond)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
