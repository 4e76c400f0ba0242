import type { LoaderFunctionArgs } from "@remix-run/node"
import { exportMembers } from "~/effects/communities/members/pages/exportMembers.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/exports/members?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportMembers))

export const action = (args: LoaderFunctionArgs) => refuseMethod(args, "GET")
