import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/runtime.server"
import { castBallot } from "~/effects/votes/casting.server"

/** POST /api/ballots: a signed ballot; answers its receipt once it is stored. */
export const action = (args: ActionFunctionArgs) => respondJson(args, castBallot)
export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
