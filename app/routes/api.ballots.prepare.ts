import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { prepareBallot } from "~/effects/governance/votes/pages/casting.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** POST /api/ballots/prepare: the canonical ballot for the voter's wallet. */
export const action = (args: ActionFunctionArgs) => respondJson(args, prepareBallot)
export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
