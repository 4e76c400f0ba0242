import { useEffect, useState } from "react"
import { Icon } from "./icon"

/** How long "Copied" stays. Milliseconds. */
const SAID = 2_000

type Outcome = "none" | "copied" | "failed"
const words: Readonly<Record<Outcome, string>> = { none: "Copy", copied: "Copied", failed: "Not copied" }

/** What copying needs, and what became of it. `canCopy` is false where the browser has no clipboard for the page. */
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
    // Pressed before the page was awake, a button is there that is not to stay.
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

/** Has its place where scripts run, which it needs; a browser that may not copy takes it away. */
export function CopyButton({ text, what }: Props) {
  const { canCopy, copy, isCopied, words } = useCopy(text)
  if (!canCopy) return null
  return (
    <button className="button only-script" data-kind="quiet" data-size="s" type="button" onClick={copy}>
      <Icon name={isCopied ? "check" : "copy"} />
      <span>
        <span aria-live="polite">{words}</span>
        <span className="visually-hidden"> {what}</span>
      </span>
    </button>
  )
}
