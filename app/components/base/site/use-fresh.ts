import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"

const LOOK_MS = 3_000

/** The page is asked for again every few seconds, while something moves by itself and somebody looks at it. */
export function useFresh(isMoving: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isMoving, revalidate])
}
