import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { markRead } from "~/effects/conversation/discussion/pages/api.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST `{ type, id, seq }`: marks the comments up to that number as read. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, markRead) : refuseMethod(args, "POST")
