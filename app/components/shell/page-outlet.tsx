import { Outlet, useLocation, useNavigation } from "@remix-run/react"
import { useEffect, useState } from "react"
import { Spinner } from "~/components/base/parts/spinner"
import { useSubmitFocus } from "./use-submit-focus"

/** A page that loads faster than this shows no spinner. Milliseconds. */
const SLOW_AFTER = 150

/** The community that a path belongs to: its pages share one header and its tabs. */
const communityOf = (pathname: string): string | undefined => /^\/community\/detail\/[^/]+/.exec(pathname)?.[0]

/** True once another page has been loading for a moment. Reloading the same page keeps its content. */
function useSlowPage(lay: "site" | "community"): boolean {
  const navigation = useNavigation()
  const location = useLocation()
  const isLeaving =
    navigation.state === "loading" &&
    navigation.formMethod === undefined &&
    navigation.location.pathname !== location.pathname
  const here = communityOf(location.pathname)
  const staysInside = isLeaving && here !== undefined && here === communityOf(navigation.location.pathname)
  const isOurs = isLeaving && staysInside === (lay === "community")
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isOurs) {
      setSlow(false)
      return
    }
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER)
    return () => clearTimeout(timer)
  }, [isOurs])
  return isOurs && isSlow
}

function SlowOutlet({ isSlow }: { readonly isSlow: boolean }) {
  return (
    <>
      {isSlow && <Spinner label="Loading..." size="page" />}
      <div hidden={isSlow}>
        <Outlet />
      </div>
    </>
  )
}

/**
 * The page, or the spinner while the next one loads. The old page stays mounted, so a cancelled navigation loses
 * nothing.
 */
export function PageOutlet() {
  useSubmitFocus()
  return <SlowOutlet isSlow={useSlowPage("site")} />
}

/** The same below a community's header and tabs, which stay when the tab changes. */
export const CommunityOutlet = () => <SlowOutlet isSlow={useSlowPage("community")} />

/** A thin line over the masthead while anything is loading. It takes no room, so nothing moves. */
export function NavProgress() {
  const { state } = useNavigation()
  return state === "idle" ? null : <div className="nav-progress" aria-hidden="true" />
}
