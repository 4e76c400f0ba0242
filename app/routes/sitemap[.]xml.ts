import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { siteMap } from "~/effects/publishing/articles/pages/documents.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /sitemap.xml: all public pages. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, siteMap)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
