import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { prepareProposal } from "~/effects/governance/proposals/pages/prepare.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** POST /api/proposals/{community}/prepare: returns the proposal for the author's wallet to sign. */
export const action = (args: ActionFunctionArgs) => respondJson(args, prepareProposal)
export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
