import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, Outlet, useLoaderData, useSearchParams } from "@remix-run/react"
import communities from "~/components/community/community.css?url"
import stylesheet from "~/components/inside/inside.css?url"
import { InsideFrame, InsideTrouble } from "~/components/inside/inside-frame"
import { insideTitle } from "~/components/inside/inside-meta"
import { JoinMenu } from "~/components/join/join-menu"
import { frame } from "~/effects/communities/frame.server"
import { orToTheDoor } from "~/effects/members/invitation.server"
import { respond } from "~/effects/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches)]

export const loader = (args: LoaderFunctionArgs) => respond(args, orToTheDoor(frame))

/** /community/detail/{id}: header and tabs of everything inside a community. */
export default function InsideCommunity() {
  const community = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  return (
    <InsideFrame frame={community} joining={<JoinMenu community={community} invite={search.get("invite") ?? ""} />}>
      <Outlet />
    </InsideFrame>
  )
}

/** What goes wrong below stays below the header; an unknown id has no header to show. */
export function ErrorBoundary() {
  return <InsideTrouble />
}
