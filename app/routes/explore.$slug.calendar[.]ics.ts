import type { LoaderFunctionArgs } from "@remix-run/node"
import { communityCalendar } from "~/effects/communities/feed.server"
import { respondJson } from "~/effects/runtime.server"

/** GET /explore/{slug}/calendar.ics */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, communityCalendar)
