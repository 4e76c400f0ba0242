import { useEffect, useRef } from "react"

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0

/**
 * Where the keyboard stands after a step of a vote: at the words of a refusal, else where the browser put it; and where
 * that is nowhere, because what was pressed is gone, at the first button marked with `data-vote-act` that is shown.
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
