import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { blogFeed } from "~/effects/publishing/articles/pages/documents.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /blog/feed.xml: the posts as Atom. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, blogFeed)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
