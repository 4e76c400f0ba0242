import type { LoaderFunctionArgs } from "@remix-run/node"
import { exportProposals } from "~/effects/proposals/outputs.server"
import { respondJson } from "~/effects/runtime.server"

/** GET /api/exports/proposals?community={slug}&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, exportProposals)
