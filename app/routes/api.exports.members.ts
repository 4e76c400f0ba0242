import type { LoaderFunctionArgs } from "@remix-run/node"
import { exportMembers } from "~/effects/members/exportMembers.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET /api/exports/members?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, exportMembers)

export const action = (args: LoaderFunctionArgs) => refuseMethod(args, "GET")
