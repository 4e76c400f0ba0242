import { clockTime } from "./clock-time"
import { type ServerDraftStatus, serverDraftText } from "./server-draft"

/** Says quietly that a draft is kept, and aloud that it is not (D-09). */
export function ServerDraftLine({ status }: { readonly status: ServerDraftStatus }) {
  return (
    <span className="small muted" role={status.state === "failed" ? "alert" : undefined}>
      {serverDraftText(status, clockTime)}
    </span>
  )
}
