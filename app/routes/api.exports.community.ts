import type { LoaderFunctionArgs } from "@remix-run/node"
import { communityExport } from "~/effects/exports/community.server"
import { respondJson } from "~/effects/runtime.server"

/** GET /api/exports/community?community={slug} */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, communityExport)
