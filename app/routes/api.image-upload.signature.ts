import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { Backend } from "~/effects/people/backend/Backend.server"
import { currentAsker } from "~/effects/people/backend/pages/asker.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/image-upload/signature: `{ signature, expire }`, permission for one upload. */
export const loader = (args: LoaderFunctionArgs) =>
  respondJson(
    args,
    Effect.gen(function* () {
      const backend = yield* Backend
      return yield* backend.uploadSignature(yield* currentAsker)
    })
  )

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
