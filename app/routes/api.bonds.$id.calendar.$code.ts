import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { seriesCalendar } from "~/effects/treasury/bonds/pages/calendar.server"

/** GET: the dates of a series as a calendar file. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, seriesCalendar)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
