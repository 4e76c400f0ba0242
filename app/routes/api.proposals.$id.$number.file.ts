import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { proposalFile } from "~/effects/governance/proposals/pages/file.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET: a proposal as its author signed it, which can be checked anywhere. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, proposalFile)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
