import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { readClaims } from "~/effects/claims/api.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: which of the wallet's accounts have something waiting in this community's locker. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readClaims)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
