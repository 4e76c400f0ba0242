import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { readTerms } from "~/effects/bonds/actions.server"
import { refuseMethod, respondJson } from "~/effects/runtime.server"

/** GET: the canonical terms of a series. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readTerms)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
