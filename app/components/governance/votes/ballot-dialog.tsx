import { type ReactNode, useId, useLayoutEffect, useRef } from "react"
import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"

type Props = {
  readonly title: string
  readonly kind?: "receipt" | "sheet"
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A native dialog that is open while it is rendered. Escape and the close button end it; the browser returns the focus.
 */
export function BallotDialog({ children, kind, onClose, title }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closes while still in the page, because the browser cannot return the focus after removal.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown !== null && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-kind={kind}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog__head">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        <HydratedButton
          className="button no-print"
          data-kind="quiet"
          data-size="icon"
          onClick={onClose}
          aria-label="Close"
        >
          <Icon name="cross" />
        </HydratedButton>
      </div>
      {children}
    </dialog>
  )
}
