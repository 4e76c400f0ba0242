import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { communityCalendar } from "~/effects/communities/communities/pages/feed.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/calendar.ics */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("feed", communityCalendar))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
