import type { ReactNode } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { Icon, type IconName } from "./icon"

type Tone = "ok" | "warn" | "bad" | "needs" | "open"
const icons: Readonly<Record<Tone, IconName>> = {
  ok: "check",
  warn: "alert",
  bad: "alert",
  needs: "flag",
  open: "info"
}

type Props = {
  readonly tone?: Tone
  /** "alert" interrupts a screen reader; "status" does not. Omit it if the notice was on the page from the start. */
  readonly role?: "alert" | "status"
  readonly children: ReactNode
  /** Shown as a cross at the end. */
  readonly onDismiss?: () => void
}

/** One message with its icon and a text. */
export function Notice({ children, onDismiss, role, tone }: Props) {
  return (
    <div className="notice" data-tone={tone} role={role}>
      <Icon name={tone === undefined ? "info" : icons[tone]} />
      <div>{children}</div>
      {onDismiss !== undefined && (
        <HydratedButton className="button" data-kind="quiet" data-size="icon" aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="cross" />
        </HydratedButton>
      )}
    </div>
  )
}
