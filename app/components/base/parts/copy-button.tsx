import { useEffect, useState } from "react"
import { Icon } from "./icon"

/** How long "Copied" stays. Milliseconds. */
const SAID = 2_000

type Outcome = "none" | "copied" | "failed"
const words: Readonly<Record<Outcome, string>> = { none: "Copy", copied: "Copied", failed: "Not copied" }

/** Appears with JavaScript, which it needs; what shows it keeps room for it. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [canCopy, setCanCopy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>("none")
  useEffect(() => setCanCopy("clipboard" in navigator), [])
  useEffect(() => {
    if (outcome === "none") return
    const timer = setTimeout(() => setOutcome("none"), SAID)
    return () => clearTimeout(timer)
  }, [outcome])
  if (!canCopy) return null

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("failed")
    )
  return (
    <button className="button" data-kind="quiet" data-size="s" type="button" onClick={copy}>
      <Icon name={outcome === "copied" ? "check" : "copy"} />
      <span aria-live="polite">{words[outcome]}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  )
}
