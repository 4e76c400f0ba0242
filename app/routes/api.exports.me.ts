import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { ownData } from "~/effects/people/account/pages/ownData.server"
import { costly } from "~/effects/people/wallet-session/pages/costly.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/exports/me: all stored data about the caller. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, costly("own export", ownData))

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
