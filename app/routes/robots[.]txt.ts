import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { robotsText } from "~/effects/publishing/articles/pages/documents.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /robots.txt: the paths that crawlers must not read, and the sitemap's address. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, robotsText)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
