import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { slugResponse } from "~/effects/communities/founding/pages/create.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/slugs?slug=…: `{ slug, free, suggestion }`, for founders. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, slugResponse)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
