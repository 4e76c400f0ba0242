import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { personalCalendar } from "~/effects/activity/calendar/pages/personalCalendar.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /calendar/{secret}: one person's dates (RFC 5545). */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, personalCalendar)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
