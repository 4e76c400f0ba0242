import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { runReport } from "~/effects/distributions/report.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: the rows of one payout as CSV. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, runReport)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
