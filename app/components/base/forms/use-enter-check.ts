import { type KeyboardEvent, useEffect, useRef } from "react"

/**
 * A form with a disabled button ignores Enter. With this hook Enter marks every field instead, and moves to the first
 * invalid one. Pass the result to the form's `onKeyDown` and `ref`.
 */
export function useEnterCheck(isValid: boolean, touchAll: () => void) {
  const ref = useRef<HTMLFormElement>(null)
  const isAsked = useRef(false)

  useEffect(() => {
    if (!isAsked.current) return
    isAsked.current = false
    const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] :is(summary, input)')
    wrong?.focus()
  })

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const isField = event.target instanceof HTMLInputElement && !["checkbox", "file"].includes(event.target.type)
    if (event.key !== "Enter" || !isField || isValid) return
    event.preventDefault()
    isAsked.current = true
    touchAll()
  }
  return { ref, onKeyDown }
}
