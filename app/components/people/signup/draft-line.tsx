import { clockTime } from "~/components/base/forms/clock-time"
import { type DraftStatus, draftStatusText } from "~/effects/people/signup/draft"

/** Shows that the draft is saved; announces it as an alert if it is not. */
export function DraftLine({ status }: { readonly status: DraftStatus }) {
  return (
    <span className="small muted draft-line" role={status.state === "failed" ? "alert" : undefined}>
      {draftStatusText(status, clockTime)}
    </span>
  )
}
