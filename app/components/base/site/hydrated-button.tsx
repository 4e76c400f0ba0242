import { type ComponentProps, forwardRef } from "react"
import { useWaiting } from "~/components/base/site/use-hydrated"

/**
 * A button that only does what it says by script, such as to ask the wallet. It is disabled until scripts listen, so that
 * no click is lost and none does something else.
 */
export const HydratedButton = forwardRef<HTMLButtonElement, ComponentProps<"button">>(function HydratedButton(
  { type = "button", ...props },
  ref
) {
  return <button {...props} type={type} {...useWaiting(props)} ref={ref} />
})
