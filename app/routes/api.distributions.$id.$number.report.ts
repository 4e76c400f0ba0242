import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { runReport } from "~/effects/treasury/payouts/pages/report.server"

/** GET: the rows of one payout as CSV. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, runReport)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
