import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { preview } from "~/effects/conversation/discussion/pages/api.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST `{ text, isComment? }`: a preview of the text as pages show it → `{ tree }`. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, preview) : refuseMethod(args, "POST")
