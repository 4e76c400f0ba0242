import { type MutableRefObject, useEffect, useRef } from "react"
import { focusField } from "./focus-field"

/**
 * After a change of step, its heading takes the focus, because the clicked button is gone. `field` names an input that
 * takes it instead, once.
 */
export function useStepFocus(step: number, field?: MutableRefObject<string | undefined>) {
  const ref = useRef<HTMLDivElement>(null)
  const drawn = useRef(step)
  useEffect(() => {
    if (drawn.current === step) return
    drawn.current = step
    const wanted = field?.current
    if (field !== undefined) field.current = undefined
    if (ref.current === null || (wanted !== undefined && focusField(ref.current, wanted))) return
    ref.current.scrollIntoView({ block: "start" })
    ref.current.querySelector<HTMLElement>("[data-step-title]")?.focus({ preventScroll: true })
  }, [step, field])
  return ref
}
