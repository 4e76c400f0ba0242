import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { exportOwnVotes } from "~/effects/publishing/dashboard/pages/ownVotes.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/exports/votes?format=csv|json: one's own votes, and what one lent. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, exportOwnVotes)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
