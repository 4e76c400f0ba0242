import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { exportProposals } from "~/effects/governance/proposals/pages/outputs.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/exports/proposals?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportProposals))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
