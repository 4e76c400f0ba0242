import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react"
import type { ReactNode } from "react"
import { ErrorView } from "~/components/base/parts/error-view"
import { VOTE_ID } from "~/components/base/site/inside-path"
import { useMaybeFrame } from "~/components/base/site/use-frame"
import { SignInNeeded } from "~/components/wallet/gate/wallet-gate"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { CompactHead } from "./compact-head"
import { InsideHead } from "./inside-head"
import { JoinedNotice, useHasJoined } from "./joined-notice"
import { SecondRow, TabRow } from "./tab-row"
import { currentTab } from "./tabs"

type Props = {
  readonly frame: CommunityFrame
  /** The join and leave controls: the primary action on the overview, a secondary one elsewhere. */
  readonly joining?: (kind: "primary" | undefined) => ReactNode
  readonly children: ReactNode
}

/** Explore › {community}, on the overview only; other pages lead back through their one-line header. */
function Breadcrumb({ frame }: { readonly frame: CommunityFrame }) {
  return (
    <nav className="where no-print" aria-label="You are here">
      <ol className="breadcrumb" data-short>
        <li>
          <Link to="/explore">Explore</Link>
        </li>
        <li>
          <span aria-current="page">{frame.name}</span>
        </li>
      </ol>
    </nav>
  )
}

/** Header, tabs and the page below them. The overview has the full header, every other page a header of one line. */
export function InsideFrame({ children, frame, joining }: Props) {
  const { pathname, search } = useLocation()
  const here = currentTab(pathname)
  // A panel of the overview, such as the settings, counts as a page of its own.
  const isOverview = here?.page.path === "" && !/[?&]panel=/.test(search)
  const hasJoined = useHasJoined()
  return isOverview ? (
    <div className="wrap page">
      <Breadcrumb frame={frame} />
      <InsideHead frame={frame} joining={joining?.("primary")} />
      <TabRow frame={frame} here={here} />
      {children}
    </div>
  ) : (
    <>
      {here?.page.path === "proposals" && /[?&]p=\d/.test(search) && !/[?&]do=/.test(search) && (
        <a className="skip-link" href={`#${VOTE_ID}`}>
          Skip to the vote
        </a>
      )}
      <CompactHead frame={frame} here={here} joining={joining?.(undefined)} />
      <div className="wrap page">
        <SecondRow frame={frame} here={here} />
        {hasJoined && <JoinedNotice />}
        {children}
      </div>
    </>
  )
}

/** Error page inside a community. A 401 asks the reader to sign in again. */
export function InsideTrouble() {
  const error = useRouteError()
  const frame = useMaybeFrame()
  const isUnproven = isRouteErrorResponse(error) && error.status === 401
  const trouble = isUnproven ? <SignInNeeded action="see this page" /> : <ErrorView />
  return frame === undefined ? (
    <div className="wrap page">{trouble}</div>
  ) : (
    <InsideFrame frame={frame}>{trouble}</InsideFrame>
  )
}
