import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { publishAnnouncement } from "~/effects/conversation/announcements/pages/actions.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: publishes a signed announcement; sent twice, it is published once. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, publishAnnouncement) : refuseMethod(args, "POST")
