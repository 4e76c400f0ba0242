import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { votingAccounts } from "~/effects/governance/votes/pages/votingAccounts.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: which accounts of one's own wallet may vote, with their weights. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, votingAccounts)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
