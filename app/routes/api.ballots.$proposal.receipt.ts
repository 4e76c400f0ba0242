import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { ownReceipt } from "~/effects/governance/votes/pages/ownReceipt.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: the caller's receipt as a file that /verify checks. `?seq=` names an earlier ballot. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ownReceipt)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
