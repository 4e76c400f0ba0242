import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { events } from "~/effects/activity/live/pages/events.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/**
 * GET /api/events?community=id: a stream of live events of the community; with `&since=n`, the events since then as
 * JSON.
 */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, events)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
