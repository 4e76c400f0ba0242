import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { readJson } from "~/effects/base/remix/body"
import { FaultChange, Faults } from "~/effects/local/Faults.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /local/faults: the faults that are currently injected. */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(
    args,
    Effect.flatMap(Faults, ({ current }) => current)
  )

/** POST /local/faults: changes any part of the state and returns all of it. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method !== "POST") return refuseMethod(args, "GET", "POST")
  return respondJson(
    args,
    Effect.gen(function* () {
      const change = yield* readJson(FaultChange, args.request)
      const faults = yield* Faults
      return yield* faults.change(change)
    })
  )
}
