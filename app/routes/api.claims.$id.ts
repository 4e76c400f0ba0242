import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { readClaims } from "~/effects/treasury/claims/pages/api.server"

/** GET: which of the wallet's accounts have claims in this community's locker. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readClaims)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
