import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { exportActivity } from "~/effects/activity/activity/pages/activity.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/exports/activity?community={slug}&format=csv|json&topic=&person=&before= */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportActivity))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
