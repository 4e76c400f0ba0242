import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { expenseFile } from "~/effects/treasury/expenses/pages/files.server"

/** GET: a receipt, for reviewers and the person who submitted it. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, expenseFile)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
