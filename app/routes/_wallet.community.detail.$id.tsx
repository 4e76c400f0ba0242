import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useSearchParams } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import { FrameContext } from "~/components/base/site/use-frame"
import communities from "~/components/communities/communities/community.css?url"
import stylesheet from "~/components/communities/communities/inside.css?url"
import { InsideFrame, InsideTrouble } from "~/components/communities/communities/inside-frame"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { JoinMenu, loadJoinMenu } from "~/components/communities/members/join-menu"
import { CommunityOutlet } from "~/components/shell/page-outlet"
import { useGuardedData } from "~/components/wallet/gate/use-guarded-data"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { frame } from "~/effects/communities/communities/pages/frame.server"
import { orToTheDoor } from "~/effects/communities/members/pages/invitation.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: communities },
  { rel: "stylesheet", href: stylesheet }
]

export const handle: PageHandle<CommunityFrame> = { loadView: loadJoinMenu }

export const meta: MetaFunction<typeof loader> = ({ matches }) => [insideTitle(matches)]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(orToTheDoor(frame)))

/** /community/detail/{id}: header and tabs of all pages inside a community. */
export default function InsideCommunity() {
  const community = useGuardedData<typeof loader>()
  const [search] = useSearchParams()
  return (
    <FrameContext.Provider value={community}>
      <InsideFrame
        frame={community}
        joining={(kind) => <JoinMenu community={community} invite={search.get("invite") ?? ""} kind={kind} />}
      >
        <CommunityOutlet />
      </InsideFrame>
    </FrameContext.Provider>
  )
}

/** Errors of the pages below appear under the header; an unknown id has no header to show. */
export function ErrorBoundary() {
  return <InsideTrouble />
}
