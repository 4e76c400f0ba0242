import type { ComponentProps } from "react"
import { PressButton } from "~/components/base/site/press-button"

type Props = Omit<ComponentProps<"button">, "type" | "ref"> & {
  readonly type?: "submit" | "button"
  /** The action is running: the button keeps the focus, and another click does nothing. */
  readonly isBusy: boolean
  /** Whether its form does something else without scripts, or nothing, such as ask the wallet. */
  readonly needsScript?: boolean
}

/** A button that starts an action. Use `disabled` only if the action cannot start at all: it removes the focus. */
export function BusyButton({ isBusy, onClick, type = "submit", needsScript = type === "button", ...button }: Props) {
  const Button = needsScript ? PressButton : "button"
  return (
    <Button
      {...button}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        // Enter in a field also clicks the form's first button.
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
