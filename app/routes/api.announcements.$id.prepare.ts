import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { prepareAnnouncement } from "~/effects/conversation/announcements/pages/actions.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: checks an announcement before the wallet opens, and fixes what it will sign. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, prepareAnnouncement) : refuseMethod(args, "POST")
