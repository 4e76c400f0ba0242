import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { prepareAnnouncement } from "~/effects/conversation/announcements/pages/actions.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: validates an announcement before the wallet opens, and stores the text to sign. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, prepareAnnouncement) : refuseMethod(args, "POST")
