import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, Outlet, useLoaderData } from "@remix-run/react"
import communities from "~/components/community/community.css?url"
import stylesheet from "~/components/inside/inside.css?url"
import { InsideFrame, InsideTrouble } from "~/components/inside/inside-frame"
import { insideTitle } from "~/components/inside/inside-meta"
import { frame } from "~/effects/communities/frame.server"
import { respond } from "~/effects/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches)]

export const loader = (args: LoaderFunctionArgs) => respond(args, frame)

/** /community/detail/{id}: header and tabs of everything inside a community. */
export default function InsideCommunity() {
  return (
    <InsideFrame frame={useLoaderData<typeof loader>()}>
      <Outlet />
    </InsideFrame>
  )
}

/** What goes wrong below stays below the header; an unknown id has no header to show. */
export function ErrorBoundary() {
  return <InsideTrouble />
}
