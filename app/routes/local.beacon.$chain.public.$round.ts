import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { LocalBeacon } from "~/effects/local/LocalBeacon.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /local/beacon/{chain}/public/{round}: the signature of a past round, in drand's format. */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(
    args,
    Effect.flatMap(LocalBeacon, ({ respond }) =>
      respond(args.params.chain ?? "", Number(args.params.round)).pipe(
        Effect.catchTag("NoSignature", ({ message }) => Effect.fail(new NotThere({ message })))
      )
    )
  )

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
