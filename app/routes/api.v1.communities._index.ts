import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { apiCommunities } from "~/effects/publishing/readapi/pages/communities.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/v1/communities */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiCommunities)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
