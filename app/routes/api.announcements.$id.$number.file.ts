import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { announcementFile } from "~/effects/conversation/announcements/pages/file.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: a signed announcement, which can be checked anywhere. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, announcementFile)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
