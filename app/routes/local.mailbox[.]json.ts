import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { readMailbox } from "~/effects/local/Mailbox.server"
import { refuseMethod, respondJson } from "~/effects/server/runtime.server"

/** GET /local/mailbox.json: `[{ to, subject, text, at }]`, newest first. Local mode only. */
export const loader = (args: LoaderFunctionArgs) => respondJson(args, readMailbox)

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
