import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { renewPush } from "~/effects/people/account/pages/push.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST `{ endpoint, p256dh, auth }`: subscribes the caller's browser to notifications at this address. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, renewPush) : refuseMethod(args, "POST")
