import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { castBallot } from "~/effects/governance/votes/pages/casting.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** POST /api/ballots: stores a signed ballot and returns its receipt. */
export const action = (args: ActionFunctionArgs) => respondJson(args, castBallot)
export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
