import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { threadFile } from "~/effects/conversation/discussion/pages/discussion.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: a file of a thread, for everybody who can read the thread. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, threadFile)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
