import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { apiDocument } from "~/effects/publishing/readapi/pages/document.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /api/v1/openapi.json: the read API as OpenAPI 3.1. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, apiDocument)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
