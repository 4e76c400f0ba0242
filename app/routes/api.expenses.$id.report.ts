import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { expensesReport } from "~/effects/treasury/expenses/pages/report.server"

/** GET: the expenses that the reader may see as CSV. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, expensesReport)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
