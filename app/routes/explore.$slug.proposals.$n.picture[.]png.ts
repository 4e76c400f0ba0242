import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { proposalPicture } from "~/effects/publishing/previews/pages/pictures.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/proposals/{n}/picture.png: the preview picture of links to a vote */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, proposalPicture)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
