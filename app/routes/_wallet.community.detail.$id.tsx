import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, Outlet, useSearchParams } from "@remix-run/react"
import communities from "~/components/community/community.css?url"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import stylesheet from "~/components/inside/inside.css?url"
import { InsideFrame, InsideTrouble } from "~/components/inside/inside-frame"
import { insideTitle } from "~/components/inside/inside-meta"
import { FrameContext } from "~/components/inside/use-frame"
import { JoinMenu } from "~/components/join/join-menu"
import { frame } from "~/effects/communities/frame.server"
import { orToTheDoor } from "~/effects/members/invitation.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches)]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(orToTheDoor(frame)))

/** /community/detail/{id}: header and tabs of everything inside a community. */
export default function InsideCommunity() {
  const community = useGuardedData<typeof loader>()
  const [search] = useSearchParams()
  return (
    <FrameContext.Provider value={community}>
      <InsideFrame frame={community} joining={<JoinMenu community={community} invite={search.get("invite") ?? ""} />}>
        <Outlet />
      </InsideFrame>
    </FrameContext.Provider>
  )
}

/** What goes wrong below stays below the header; an unknown id has no header to show. */
export function ErrorBoundary() {
  return <InsideTrouble />
}
