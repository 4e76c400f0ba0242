import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/runtime.server"
import { ballotsCsv } from "~/effects/votes/ballotFile.server"

/** GET /explore/{slug}/proposals/{n}/ballots.csv: the same ballots for a spreadsheet. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ballotsCsv)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
