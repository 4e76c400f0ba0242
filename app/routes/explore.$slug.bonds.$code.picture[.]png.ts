import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { bondPicture } from "~/effects/publishing/previews/pages/pictures.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/bonds/{code}/picture.png: the preview picture of links to a series */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, bondPicture)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
