import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { ownFiles } from "~/effects/bonds/holdings.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: one's own bonds as a calendar. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ownFiles("ics"))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
