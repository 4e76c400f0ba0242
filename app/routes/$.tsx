import type { LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import { TroublePage } from "~/components/shell/trouble-page"
import { NotThere } from "~/effects/base/failures/failures"
import { respond } from "~/effects/server/runtime.server"

export const handle = { noindex: true }
export const meta: MetaFunction = () => [pageTitle("This page does not exist")]

/** All addresses that no other route handles. */
export const loader = (args: LoaderFunctionArgs) => respond(args, new NotThere({}))

export default function Nothing() {
  return null
}

export function ErrorBoundary() {
  return <TroublePage />
}
