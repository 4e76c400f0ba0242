import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/runtime.server"
import { servePreview } from "~/effects/uploads/servePreview.server"

/** GET /files/{file}/-/preview/1000x562/: an uploaded picture, as every page shows it. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, servePreview(args.params["*"] ?? ""))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
