import type { LoaderFunctionArgs } from "@remix-run/node"
import { robotsText } from "~/effects/articles/documents.server"
import { respondJson } from "~/effects/runtime.server"

/** GET /robots.txt: what is not for crawlers, and where the sitemap is. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, robotsText)
