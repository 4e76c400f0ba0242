import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { securityContact } from "~/effects/publishing/articles/pages/documents.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /.well-known/security.txt: where to report a vulnerability (RFC 9116). */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, securityContact)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
