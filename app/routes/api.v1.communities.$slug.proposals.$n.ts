import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { apiProposal } from "~/effects/governance/proposals/pages/outputs.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/v1/communities/{slug}/proposals/{n} */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiProposal)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
