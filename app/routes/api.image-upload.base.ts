import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { Backend } from "~/effects/people/backend/Backend.server"
import { currentAsker } from "~/effects/people/backend/pages/asker.server"
import { readUploadForm } from "~/effects/people/uploads/UploadPermissions.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/**
 * POST /api/image-upload/base/: multipart `UPLOADCARE_PUB_KEY, signature, expire, file` → `{ file }`
 * (docs/product/people.md).
 */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST"
    ? respondJson(
        args,
        Effect.gen(function* () {
          const backend = yield* Backend
          const asker = yield* currentAsker
          return yield* backend.upload(asker, yield* readUploadForm(args.request))
        })
      )
    : refuseMethod(args, "POST")

export const loader = (args: LoaderFunctionArgs) => refuseMethod(args, "POST")
