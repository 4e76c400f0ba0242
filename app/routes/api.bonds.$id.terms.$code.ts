import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"
import { readTerms } from "~/effects/treasury/bonds/pages/actions.server"

/** GET: the canonical terms of a series. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readTerms)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
