import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { exportDecisions } from "~/effects/governance/decisions/pages/register.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/exports/decisions?community={slug}&year=2026&format=csv|json */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportDecisions))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
