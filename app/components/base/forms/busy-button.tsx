import type { ComponentProps } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"

type Props = Omit<ComponentProps<"button">, "type" | "ref"> & {
  readonly type?: "submit" | "button"
  /** The action is running: the button keeps the focus, and another click does nothing. */
  readonly isBusy: boolean
  /**
   * Whether its form does something else before scripts listen, or nothing, such as ask the wallet. "where enabled": with
   * JavaScript disabled the form is useful as it is, so the button does not wait.
   */
  readonly needsScript?: boolean | "where enabled"
}

/** A button that starts an action. Use `disabled` only if the action cannot start at all: it removes the focus. */
export function BusyButton({ needsScript, ...button }: Props) {
  if (needsScript !== "where enabled") return <OneButton {...button} needsScript={needsScript} />
  const { className = "", isBusy: _, onClick: __, type = "submit", ...plain } = button
  return (
    <>
      <OneButton {...button} className={`${className} only-script`} needsScript />
      <noscript>
        <button {...plain} className={className} type={type} />
      </noscript>
    </>
  )
}

type OneProps = Omit<Props, "needsScript"> & { readonly needsScript: boolean | undefined }

function OneButton({ isBusy, onClick, type = "submit", needsScript = type === "button", ...button }: OneProps) {
  const Button = needsScript ? HydratedButton : "button"
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
