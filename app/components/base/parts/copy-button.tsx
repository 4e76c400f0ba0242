import { useEffect, useState } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { Icon } from "./icon"

/** How long "Copied" is shown, in milliseconds. */
const SAID = 2_000

type Outcome = "none" | "copied" | "failed"
const words: Readonly<Record<Outcome, string>> = { none: "Copy", copied: "Copied", failed: "Not copied" }

/** Copies a text and reports the result. `canCopy` is false if the page cannot use the clipboard. */
export function useCopy(text: string) {
  const [canCopy, setCanCopy] = useState(true)
  const [outcome, setOutcome] = useState<Outcome>("none")
  useEffect(() => setCanCopy("clipboard" in navigator), [])
  useEffect(() => {
    if (outcome === "none") return
    const timer = setTimeout(() => setOutcome("none"), SAID)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    // Before hydration the button is shown even without a clipboard; it is removed afterwards.
    if (!("clipboard" in navigator)) return setOutcome("failed")
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("failed")
    )
  }
  return { canCopy, copy, isCopied: outcome === "copied", words: words[outcome] }
}

type Props = {
  readonly text: string
  readonly what: string
}

/** Takes up space if scripts run, which it needs; removed if the browser may not copy. */
export function CopyButton({ text, what }: Props) {
  const { canCopy, copy, isCopied, words } = useCopy(text)
  if (!canCopy) return null
  return (
    <HydratedButton className="button only-script" data-kind="quiet" data-size="s" data-copy={text} onClick={copy}>
      <Icon name={isCopied ? "check" : "copy"} />
      <span>
        <span aria-live="polite">{words}</span>
        <span className="visually-hidden"> {what}</span>
      </span>
    </HydratedButton>
  )
}
