import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { readyNow } from "~/effects/server/http/Readiness.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** The built server handles GET /readyz before it reaches this route (server.ts). */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readyNow)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
