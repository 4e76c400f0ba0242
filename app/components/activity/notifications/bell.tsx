import { Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import type { Waiting } from "~/effects/access/Visitor"
import { unreadInWords } from "~/effects/activity/notifications/unread"
import { useAskWaiting, useWaiting } from "./waiting-store"

/** The link to the inbox in the masthead, with the number of unread notifications. */
export function Bell({ known }: { readonly known: Waiting }) {
  useAskWaiting(known)
  const now = useWaiting()?.unread ?? known.unread
  return (
    <Link
      className="button masthead__bell"
      data-kind="quiet"
      to="/userDashboard?tab=notifications"
      aria-label={now === 0 ? "Notifications" : `Notifications, ${unreadInWords(now)} unread`}
    >
      <Icon name="bell" />
      {now > 0 && <span aria-hidden="true">{unreadInWords(now)}</span>}
    </Link>
  )
}
