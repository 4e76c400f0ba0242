import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { slugAnswer } from "~/effects/founding/create.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET /api/slugs?slug=…: `{ slug, free, suggestion }`, for whoever founds a community. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, slugAnswer)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
