import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { ballotsJson } from "~/effects/governance/votes/pages/ballotFile.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/proposals/{n}/ballots.json: the file that /verify checks. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ballotsJson)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
