import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"

const LOOK_MS = 3_000

/** The page is asked for again every few seconds, while something moves by itself and somebody looks at it. */
export function useFresh(isMoving: boolean, everyMs = LOOK_MS) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isMoving, everyMs, revalidate])
}
