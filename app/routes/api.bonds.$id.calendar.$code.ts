import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { seriesCalendar } from "~/effects/bonds/calendar.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: the dates of a series, for calendars. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, seriesCalendar)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
