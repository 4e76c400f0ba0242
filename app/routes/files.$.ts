import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { servePreview } from "~/effects/people/uploads/servePreview.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /files/{file}/-/preview/1000x562/: an uploaded picture, as pages show it. */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(args, servePreview(args.params["*"] ?? "", args.request))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
