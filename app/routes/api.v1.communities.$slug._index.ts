import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { apiCommunity } from "~/effects/publishing/readapi/pages/communities.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/v1/communities/{slug} */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiCommunity)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
