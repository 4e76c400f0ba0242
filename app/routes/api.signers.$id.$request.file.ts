import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { requestFile } from "~/effects/treasury/multisig/pages/file.server"

/** GET: the signed partial transaction of a request, once all have signed. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, requestFile)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
