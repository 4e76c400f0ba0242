import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { ballotsCsv } from "~/effects/governance/votes/pages/ballotFile.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/proposals/{n}/ballots.csv: the same ballots for a spreadsheet. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ballotsCsv)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
