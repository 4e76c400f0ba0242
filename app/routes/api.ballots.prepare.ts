import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/runtime.server"
import { prepareBallot } from "~/effects/votes/casting.server"

/** POST /api/ballots/prepare: the canonical ballot for the voter's wallet. */
export const action = (args: ActionFunctionArgs) => respondJson(args, prepareBallot)
export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
