import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { personalCalendar } from "~/effects/activity/calendar/pages/personalCalendar.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /calendar/{secret}: one person's dates (RFC 5545). */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("feed", personalCalendar))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
