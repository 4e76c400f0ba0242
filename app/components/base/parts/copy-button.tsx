import { useEffect, useState } from "react"
import { Icon } from "./icon"

/** How long "Copied" stays. Milliseconds. */
const SAID = 2_000

type Outcome = "none" | "copied" | "failed"
const words: Readonly<Record<Outcome, string>> = { none: "Copy", copied: "Copied", failed: "Not copied" }

type Props = {
  readonly text: string
  readonly what: string
  /** Where what is copied does not stand beside the button, it says so. */
  readonly saysWhat?: boolean
}

/** Has its place where scripts run, which it needs; a browser that may not copy takes it away. */
export function CopyButton({ saysWhat = false, text, what }: Props) {
  const [canCopy, setCanCopy] = useState(true)
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
    <button className="button only-script" data-kind="quiet" data-size="s" type="button" onClick={copy}>
      <Icon name={outcome === "copied" ? "check" : "copy"} />
      <span>
        <span aria-live="polite">{words[outcome]}</span>
        <span className={saysWhat ? undefined : "visually-hidden"}> {what}</span>
      </span>
    </button>
  )
}
