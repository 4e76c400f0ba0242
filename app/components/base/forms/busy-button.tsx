import type { ComponentProps } from "react"

type Props = Omit<ComponentProps<"button">, "type"> & {
  readonly type?: "submit" | "button"
  /** The action is running: the button keeps the focus, and another click does nothing. */
  readonly isBusy: boolean
}

/** A button that starts an action. Use `disabled` only if the action cannot start at all: it removes the focus. */
export function BusyButton({ isBusy, onClick, type = "submit", ...button }: Props) {
  return (
    <button
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
