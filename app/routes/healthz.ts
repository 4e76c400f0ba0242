import type { ActionFunctionArgs } from "@remix-run/node"
import { refuseMethod } from "~/effects/server/runtime.server"

/** GET /healthz: the process is alive. Reads neither the database nor the ledger. */
export const loader = () =>
  new Response("ok\n", { headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" } })

export const action = (args: ActionFunctionArgs) => refuseMethod(args, "GET")
