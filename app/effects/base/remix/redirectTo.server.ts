import { redirect } from "@remix-run/node"
import { Effect } from "effect"

/** Ends a page's program with a redirect. */
export const redirectTo = (path: string, init?: ResponseInit) => Effect.fail(redirect(path, init))
