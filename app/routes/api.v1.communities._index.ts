import type { LoaderFunctionArgs } from "@remix-run/node"
import { apiCommunities } from "~/effects/readapi/communities.server"
import { respondJson } from "~/effects/runtime.server"

/** GET /api/v1/communities */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiCommunities)
