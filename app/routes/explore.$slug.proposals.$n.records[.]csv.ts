import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { recordsCsv } from "~/effects/governance/votes/pages/electionFiles.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /explore/{slug}/proposals/{n}/records.csv: one counted ballot a line, with names. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, recordsCsv)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
