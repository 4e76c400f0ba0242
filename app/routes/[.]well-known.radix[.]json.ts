import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { dAppList } from "~/effects/treasury/deployment/dAppList.server"

/** GET /.well-known/radix.json: the dApp definitions of this site. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, dAppList)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
