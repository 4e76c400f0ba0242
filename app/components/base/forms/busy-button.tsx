import type { ComponentProps } from "react"

type Props = Omit<ComponentProps<"button">, "type"> & {
  readonly type?: "submit" | "button"
  /** What it began is under way: it keeps the keyboard's focus, and another press does nothing. */
  readonly isBusy: boolean
}

/** A button that begins something. `disabled` is for what cannot be begun at all: it takes the focus away. */
export function BusyButton({ isBusy, onClick, type = "submit", ...button }: Props) {
  return (
    <button
      {...button}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        // Enter in a field presses the form's first button too.
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
