import type { LoaderFunctionArgs } from "@remix-run/node"
import { respondJson } from "~/effects/runtime.server"
import { ballotsJson } from "~/effects/votes/ballotFile.server"

/** GET /explore/{slug}/proposals/{n}/ballots.json: the file that /verify checks. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, ballotsJson)
