import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { ownFiles } from "~/effects/treasury/bonds/pages/holdings.server"

/** GET: the caller's bonds as a calendar. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ownFiles("ics"))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
