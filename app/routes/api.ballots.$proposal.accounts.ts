import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { votingAccounts } from "~/effects/governance/votes/pages/votingAccounts.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: which of the caller's wallet accounts may vote, with their voting power. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, votingAccounts)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
