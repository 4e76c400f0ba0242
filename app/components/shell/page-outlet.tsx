import { Outlet, useLocation, useNavigation } from "@remix-run/react"
import { useEffect, useState } from "react"
import { Spinner } from "~/components/base/parts/spinner"

/** A page that comes faster than this shows no spinner. Milliseconds. */
const SLOW_AFTER = 150

/** True once another page has been on its way for a moment. A refresh of the same page keeps its content. */
function useSlowPage(): boolean {
  const navigation = useNavigation()
  const location = useLocation()
  const isLeaving =
    navigation.state === "loading" &&
    navigation.formMethod === undefined &&
    navigation.location.pathname !== location.pathname
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLeaving) {
      setSlow(false)
      return
    }
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER)
    return () => clearTimeout(timer)
  }, [isLeaving])
  return isLeaving && isSlow
}

/** The page, or the spinner while the next one loads. The old page stays mounted: a stopped navigation loses nothing. */
export function PageOutlet() {
  const isSlow = useSlowPage()
  return (
    <>
      {isSlow && <Spinner label="Loading..." size="page" />}
      <div hidden={isSlow}>
        <Outlet />
      </div>
    </>
  )
}

/** A thin line over the masthead while anything is on its way. It takes no room, so nothing moves. */
export function NavProgress() {
  const { state } = useNavigation()
  return state === "idle" ? null : <div className="nav-progress" aria-hidden="true" />
}
