import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { publishProposal } from "~/effects/governance/proposals/pages/actions.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")

/** POST: publishes a signed proposal, or (`?p=`) a new version of one; sent twice, it is published once. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondJson(args, publishProposal) : refuseMethod(args, "POST")
