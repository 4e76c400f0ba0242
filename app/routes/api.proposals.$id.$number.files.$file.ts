import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { proposalAttachment } from "~/effects/governance/proposals/pages/attachment.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: a file of a proposal, for everybody who can read the proposal. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, proposalAttachment)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
