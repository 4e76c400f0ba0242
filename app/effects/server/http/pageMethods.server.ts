/**
 * Handles posts to pages without an action, which the router would answer without our error format: such a page gets an
 * action that refuses with a code and a reference.
 */

import { readdirSync } from "node:fs"
import type { ActionFunctionArgs, ServerBuild } from "@remix-run/node"
import { Effect } from "effect"
import { PageTakesNothing } from "~/effects/base/failures/failures"
import { ReplyHeaders } from "~/effects/base/remix/RouteArgs.server"
import { respond } from "~/effects/server/runtime.server"

// Which addresses may be files on the disk. Pages are requested more often, and each look-up would slow them down.

/** Words and slashes only; an address with a dot, an escape or anything else unusual is looked up. */
const PLAIN = /^(?:\/[\w-]+)*\/?$/

/** Takes paths without a query: false for plain paths that match no file and no subfolder of this folder. */
export const mayBeFile = (folder: string): ((path: string) => boolean) => {
  const names = new Set(readdirSync(folder))
  return (path) => !PLAIN.test(path) || names.has(path.split("/", 2)[1] ?? "")
}

/** Methods that only read a page (RFC 9110, 10.2.1). */
const ALLOWED = "GET, HEAD"

const refused = Effect.zipRight(
  Effect.map(ReplyHeaders, (headers) => headers.set("Allow", ALLOWED)),
  new PageTakesNothing()
)
const refuse = (args: ActionFunctionArgs) => respond(args, refused)

type Routes = ServerBuild["routes"]

/** Pages are the routes with a component. Other routes define their own methods. */
export const refusingMethods = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const isDeaf = route?.module.default !== undefined && route.module.action === undefined
      return [id, isDeaf ? { ...route, module: { ...route.module, action: refuse } } : route]
    })
  )
