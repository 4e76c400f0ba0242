import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { NotThere } from "~/effects/base/failures/failures"
import { respondJson } from "~/effects/server/runtime.server"

/** Unknown addresses below /api: a JSON 404, never a page. */
const nothing = (args: LoaderFunctionArgs | ActionFunctionArgs) =>
  respondJson(args, new NotThere({ message: "Nothing exists at this address." }))

export const loader = (args: LoaderFunctionArgs) => nothing(args)
export const action = (args: ActionFunctionArgs) => nothing(args)
