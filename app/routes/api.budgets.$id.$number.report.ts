import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { budgetReport } from "~/effects/treasury/budgets/pages/report.server"

/** GET: the payments of one budget as CSV. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, budgetReport)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
