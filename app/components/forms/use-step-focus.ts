import { useEffect, useRef } from "react"

/** After a step was changed, its heading takes the focus: the button that was pressed is gone. */
export function useStepFocus(step: number) {
  const ref = useRef<HTMLDivElement>(null)
  const drawn = useRef(step)
  useEffect(() => {
    if (drawn.current === step) return
    drawn.current = step
    ref.current?.scrollIntoView({ block: "start" })
    ref.current?.querySelector<HTMLElement>("[data-step-title]")?.focus({ preventScroll: true })
  }, [step])
  return ref
}
