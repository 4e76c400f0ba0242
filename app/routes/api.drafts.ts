import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { dropDraft, readDraft, storeDraft } from "~/effects/communities/drafts/pages/api.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/drafts?place=…: the caller's draft, or null. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readDraft)

/** POST `{ place, data, version }` saves a draft → `{ version, savedAt }`; DELETE ?place=… discards it. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method === "POST") return respondJson(args, storeDraft)
  if (args.request.method === "DELETE") return respondJson(args, dropDraft)
  return refuseMethod(args, "GET", "POST", "DELETE")
}
