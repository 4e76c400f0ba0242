import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { blogFeed } from "~/effects/articles/documents.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET /blog/feed.xml: the posts as Atom. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, blogFeed)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
