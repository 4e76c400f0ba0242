import { useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"

type Props = {
  /** What the summary is called, where its own content does not say it. */
  readonly label?: string
  readonly summary: ReactNode
  readonly children: ReactNode
}

/** A panel below its summary. It opens without JavaScript; with it, it also closes the way people expect. */
export function Menu({ children, label, summary }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const openedOn = useRef(key)

  // Another page closes it. Waking up does not: the visitor may have opened it before.
  useEffect(() => {
    if (openedOn.current !== key && details.current !== null) details.current.open = false
    openedOn.current = key
  }, [key])

  useEffect(() => {
    const element = details.current
    if (element === null) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !element.contains(event.target)) element.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !element.open) return
      element.open = false
      element.querySelector("summary")?.focus()
    }
    document.addEventListener("pointerdown", closeOutside)
    document.addEventListener("focusin", closeOutside)
    element.addEventListener("keydown", closeOnEscape)
    return () => {
      document.removeEventListener("pointerdown", closeOutside)
      document.removeEventListener("focusin", closeOutside)
      element.removeEventListener("keydown", closeOnEscape)
    }
  }, [])

  return (
    <details className="menu" ref={details}>
      <summary aria-label={label}>{summary}</summary>
      <div className="menu__panel">{children}</div>
    </details>
  )
}
