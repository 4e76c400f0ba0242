import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { communityExport } from "~/effects/exports/community.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET /api/exports/community?community={slug} */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, communityExport)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
