import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { proposalPicture } from "~/effects/publishing/previews/pages/pictures.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/proposals/{n}/picture.png: what a link to a vote shows */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, proposalPicture)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
