import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { apiProposals } from "~/effects/governance/proposals/pages/outputs.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/v1/communities/{slug}/proposals */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiProposals)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
