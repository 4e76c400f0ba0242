import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { exportBonds } from "~/effects/bonds/api.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: /api/exports/bonds?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, exportBonds)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
