import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { communityPicture } from "~/effects/publishing/previews/pages/pictures.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/picture.png: the preview picture of links to a community */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, communityPicture)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
