import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { communityExport } from "~/effects/publishing/exports/pages/community.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/exports/community?community={slug} */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("community export", communityExport))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
