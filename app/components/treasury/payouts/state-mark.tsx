import { Icon, type IconName } from "~/components/base/parts/icon"

type Tone = "open" | "ok" | "warn" | "bad" | "needs"
const icons: Readonly<Record<Tone, IconName>> = {
  open: "wallet",
  ok: "check",
  warn: "alert",
  bad: "alert",
  needs: "flag"
}

type Props = { readonly said: { readonly word: string; readonly tone?: Tone } }

/** A state as an icon and a word. */
export function StateMark({ said: { tone, word } }: Props) {
  return (
    <span className="chip" data-state={tone}>
      <Icon name={tone === undefined ? "circle" : icons[tone]} />
      {word}
    </span>
  )
}
