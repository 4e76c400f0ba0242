import { useEffect, useState } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useCopy } from "./copy-button"
import { iconPath } from "./icon"
import { canShare } from "./share-sheet"

type Props = {
  /** The full address. */
  readonly url: string
  /** Text shown with the link: a name or a title, and never the tally of a vote. */
  readonly title: string
}

const SHARE_PATH = "M12 15V4.5M8 8.2l4-3.7 4 3.7M6 11.5v8h12v-8"

/**
 * Shares a link by the system's share sheet, or copies it. Takes up space if scripts run. Before hydration it also says
 * "Share" if there is a sheet (components/shell/dress.ts).
 */
export function ShareButton({ title, url }: Props) {
  const { canCopy, copy, isCopied, words } = useCopy(url)
  const [hasSheet, setSheet] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => setSheet(canShare({ title, url })), [title, url])
  if (!hasSheet && !canCopy) return null
  const share = () =>
    navigator.share({ title, url }).catch((thrown: unknown) => {
      // Closing the sheet is not an error.
      if (thrown instanceof DOMException && thrown.name === "AbortError") return
      setFailed(true)
      setSheet(false)
    })
  // Checks at the time of the click: a queued click is repeated before the button's label has changed.
  const click = () => (!hasFailed && canShare({ title, url }) ? share() : copy())
  return (
    <>
      <HydratedButton
        className="button only-script"
        data-kind="quiet"
        data-size="s"
        data-share={SHARE_PATH}
        data-copy={url}
        data-title={title}
        onClick={click}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={hasSheet ? SHARE_PATH : iconPath(isCopied ? "check" : "copy")} />
        </svg>
        <span aria-live="polite" suppressHydrationWarning>
          {hasSheet ? "Share" : `${words} the link`}
        </span>
      </HydratedButton>
      {hasFailed && (
        <span className="small" role="status">
          Sharing did not work. Copy the link instead.
        </span>
      )}
    </>
  )
}
