import { clockTime } from "./clock-time"
import { type ServerDraftStatus, serverDraftText } from "./server-draft"

/** Shows quietly that a draft is saved, and announces if it is not. */
export function ServerDraftLine({ status }: { readonly status: ServerDraftStatus }) {
  return (
    <span className="small muted" role={status.state === "failed" ? "alert" : undefined}>
      {serverDraftText(status, clockTime)}
    </span>
  )
}
