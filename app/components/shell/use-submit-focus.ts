import { useFetchers, useNavigation } from "@remix-run/react"
import { useEffect, useRef } from "react"

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * Moves a lost focus after a form was submitted: its button may disappear with the reply. The focus goes to the page's
 * error, or to the title of the step or page. A person who had no focus before, as with a mouse, is left alone.
 */
export function useSubmitFocus() {
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
