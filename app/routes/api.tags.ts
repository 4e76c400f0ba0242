import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { Backend } from "~/effects/people/backend/Backend.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/tags: all interests, `[{ id, name }]`, in the product's order. */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(
    args,
    Effect.flatMap(Backend, (backend) => backend.tags)
  )

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
