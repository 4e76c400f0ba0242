import { useEffect, useState } from "react"
import { CopyButton } from "./copy-button"

type Props = {
  /** The whole address. */
  readonly url: string
  /** What others read beside it: a name or a title, and never how a vote stands. */
  readonly title: string
}

const hasSheet = (data: ShareData): boolean =>
  "share" in navigator && (!("canShare" in navigator) || navigator.canShare(data))

/** Hands a link on: by the system's own sheet where there is one, else by copying. Has its place where scripts run. */
export function ShareButton({ title, url }: Props) {
  const [canShare, setCanShare] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => setCanShare(hasSheet({ title, url })), [title, url])
  if (!canShare) {
    return (
      <>
        <CopyButton text={url} what="the link" saysWhat />
        {hasFailed && (
          <span className="small" role="status">
            It could not be shared. Copy the link instead.
          </span>
        )}
      </>
    )
  }
  const share = () =>
    navigator.share({ title, url }).catch((thrown: unknown) => {
      // Closing the sheet is an answer.
      if (thrown instanceof DOMException && thrown.name === "AbortError") return
      setFailed(true)
      setCanShare(false)
    })
  return (
    <button className="button only-script" data-kind="quiet" data-size="s" type="button" onClick={share}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 15V4.5M8 8.2l4-3.7 4 3.7M6 11.5v8h12v-8" />
      </svg>
      Share
    </button>
  )
}
