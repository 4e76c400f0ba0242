import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { waiting } from "~/effects/people/wallet-session/visitor.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/notifications: number of unread notifications and of the caller's to-do items. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, waiting)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
