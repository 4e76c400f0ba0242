import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react"
import type { ReactNode } from "react"
import { ErrorView } from "~/components/base/parts/error-view"
import { useMaybeFrame } from "~/components/base/site/use-frame"
import { SignInNeeded } from "~/components/wallet/gate/wallet-gate"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import { Breadcrumb } from "./breadcrumb"
import { InsideHead } from "./inside-head"
import { TabRow } from "./tab-row"
import { currentTab } from "./tabs"

type Props = { readonly frame: CommunityFrame; readonly joining?: ReactNode; readonly children: ReactNode }

/** Header and tabs; the page below them. */
export function InsideFrame({ children, frame, joining }: Props) {
  const { pathname } = useLocation()
  return (
    <div className="wrap page">
      <Breadcrumb frame={frame} />
      <InsideHead frame={frame} joining={joining} isCompact={currentTab(pathname)?.page.path !== ""} />
      <TabRow frame={frame} />
      {children}
    </div>
  )
}

/** A page inside that could not be shown. Who has just lost their session is asked to sign in. */
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
