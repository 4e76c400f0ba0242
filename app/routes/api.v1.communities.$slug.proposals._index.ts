import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { apiProposals } from "~/effects/proposals/outputs.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET /api/v1/communities/{slug}/proposals */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiProposals)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
