import type { LoaderFunctionArgs } from "@remix-run/node"
import { apiCommunity } from "~/effects/readapi/communities.server"
import { respondJson } from "~/effects/runtime.server"

/** GET /api/v1/communities/{slug} */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiCommunity)
