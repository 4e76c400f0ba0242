import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { prepareDelegation } from "~/effects/governance/delegations/pages/actions.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** POST /api/delegations/{community}/prepare: returns the delegation for the delegator's wallet to sign. */
export const action = (args: ActionFunctionArgs) => respondJson(args, prepareDelegation)
export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
