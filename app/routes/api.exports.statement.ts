import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { exportStatement } from "~/effects/treasury/statements/pages/exportStatement.server"

/** GET /api/exports/statement?community={slug}&month=2026-11|year=2026&format=csv|json&after= */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("statement", exportStatement))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
