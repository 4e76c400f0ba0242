import { useEffect, useRef } from "react"

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0

/**
 * Sets the focus after each step of a vote: on the refusal, else where the browser put it; if that element is gone, on
 * the first visible button with `data-vote-act`.
 */
export function useVoteFocus(step: string, refusal: string) {
  const hasBegun = useRef(false)
  useEffect(() => {
    if (step !== "form") hasBegun.current = true
    if (!hasBegun.current) return
    const words = refusal === "" ? null : document.querySelector<HTMLElement>("[data-vote-refusal]")
    if (words !== null) return words.focus()
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const buttons = document.querySelectorAll<HTMLElement>("[data-vote-act]")
    ;[...buttons].find(isShown)?.focus()
  }, [step, refusal])
}
