import { useRevalidator } from "@remix-run/react"
import { useEffect, useRef } from "react"

const LOOK_MS = 3_000

/**
 * Revalidates the page every few seconds while something changes automatically and the page is visible, and once more
 * afterwards: what the last response read before the change stayed old.
 */
export function useFresh(isMoving: boolean, everyMs = LOOK_MS) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isMoving, everyMs, revalidate])
  const wasMoving = useRef(false)
  useEffect(() => {
    if (wasMoving.current && !isMoving) revalidate()
    wasMoving.current = isMoving
  }, [isMoving, revalidate])
}
