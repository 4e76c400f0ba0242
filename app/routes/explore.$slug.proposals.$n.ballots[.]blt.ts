import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { ballotsBlt } from "~/effects/governance/votes/pages/electionFiles.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/proposals/{n}/ballots.blt: the counted ballots as other counting programs read them. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ballotsBlt)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
