import { type RefObject, useEffect, useRef } from "react"

const FIELDS = "input, textarea, select"

/** Somebody stands in a field. */
export const isInField = (): boolean => document.activeElement?.matches(FIELDS) === true

/**
 * What is said of a form takes the focus (docs/product/safety.md, C3), each time that it is another: give undefined or null
 * for nothing. Where it came with the page, and somebody has begun to type before the page was awake, they go on typing.
 */
export function useSaidFocus(box: RefObject<HTMLElement>, said: object | null | undefined) {
  const isFirst = useRef(true)
  useEffect(() => {
    const isTyping = isFirst.current && isInField()
    isFirst.current = false
    if (said !== undefined && said !== null && !isTyping) box.current?.focus()
  }, [box, said])
}
