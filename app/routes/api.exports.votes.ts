import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { exportOwnVotes } from "~/effects/publishing/dashboard/pages/ownVotes.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/exports/votes?format=csv|json: the caller's votes and delegations. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("export", exportOwnVotes))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
