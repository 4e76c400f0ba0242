import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { blogFeed } from "~/effects/publishing/articles/pages/documents.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /blog/feed.xml: the posts as Atom. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("feed", blogFeed))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
