import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { announcementAttachment } from "~/effects/conversation/announcements/pages/file.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: a file of an announcement, for everybody who can read the announcement. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, announcementAttachment)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
