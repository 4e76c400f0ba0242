import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/runtime.server"
import { ballotsJson } from "~/effects/votes/ballotFile.server"

/** GET /explore/{slug}/proposals/{n}/ballots.json: the file that /verify checks. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ballotsJson)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
