import { type RefObject, useEffect, useRef } from "react"

const FIELDS = "input, textarea, select"

/** A field has the focus. */
export const isInField = (): boolean => document.activeElement?.matches(FIELDS) === true

/**
 * Moves the focus to a form's message (docs/product/safety.md) whenever it changes: pass undefined or null for none. If
 * the message came with the page and the person has begun to type before hydration, the focus stays in the field.
 */
export function useSaidFocus(box: RefObject<HTMLElement>, said: object | null | undefined) {
  const isFirst = useRef(true)
  useEffect(() => {
    const isTyping = isFirst.current && isInField()
    isFirst.current = false
    if (said !== undefined && said !== null && !isTyping) box.current?.focus()
  }, [box, said])
}
