import { useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"

type Props = {
  /** Accessible name of the summary, if its content does not provide one. */
  readonly label?: string
  readonly summary: ReactNode
  readonly children: ReactNode
}

/**
 * Closes a menu as people expect: by Escape, by navigation, and by a click or focus outside; with "page" only by a
 * click elsewhere on the page, because the wallet's own panels belong to what the menu started.
 */
export function useMenuClosing(outside: "anything" | "page" = "anything") {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const openedOn = useRef(key)

  // Navigation closes it. Hydration does not: the visitor may have opened it before.
  useEffect(() => {
    if (openedOn.current !== key && details.current !== null) details.current.open = false
    openedOn.current = key
  }, [key])

  useEffect(() => {
    const element = details.current
    if (element === null) return
    const closeOutside = (event: Event) => {
      if (!(event.target instanceof Element) || element.contains(event.target)) return
      if (outside === "anything" || event.target.closest("main") !== null) element.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !element.open) return
      element.open = false
      element.querySelector("summary")?.focus()
    }
    document.addEventListener("pointerdown", closeOutside)
    if (outside === "anything") document.addEventListener("focusin", closeOutside)
    element.addEventListener("keydown", closeOnEscape)
    return () => {
      document.removeEventListener("pointerdown", closeOutside)
      document.removeEventListener("focusin", closeOutside)
      element.removeEventListener("keydown", closeOnEscape)
    }
  }, [outside])
  return details
}

/** A panel below its summary. It opens without JavaScript; with JavaScript it also closes as people expect. */
export function Menu({ children, label, summary }: Props) {
  const details = useMenuClosing()
  return (
    <details className="menu" ref={details}>
      <summary aria-label={label}>{summary}</summary>
      <div className="menu__panel">{children}</div>
    </details>
  )
}
