import { Outlet, useFetchers, useLocation, useNavigation } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { Spinner } from "~/components/base/parts/spinner"

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

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * Moves a lost focus after a form was submitted: its button may disappear with the reply. The focus goes to the page's
 * error, or to the title of the step or page. A person who had no focus before, as with a mouse, is left alone.
 */
function useSubmitFocus() {
  const { formMethod } = useNavigation()
  const fetchers = useFetchers()
  const isSending = formMethod === "POST" || fetchers.some((fetcher) => fetcher.formMethod === "POST")
  const hadFocus = useRef(false)
  useEffect(() => {
    if (isSending) {
      hadFocus.current = !isNowhere()
      return
    }
    if (!hadFocus.current) return
    hadFocus.current = false
    // Parts of the page that take the focus themselves go first.
    const frame = requestAnimationFrame(() => {
      if (!isNowhere()) return
      const main = document.querySelector("main")
      const error = main?.querySelector<HTMLElement>('[role="alert"]:not(:empty)') ?? null
      const target = error ?? main?.querySelector<HTMLElement>("[data-step-title], h1") ?? null
      if (target === null) return
      if (!target.hasAttribute("tabindex")) target.tabIndex = -1
      target.focus({ preventScroll: error === null })
    })
    return () => cancelAnimationFrame(frame)
  }, [isSending])
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
