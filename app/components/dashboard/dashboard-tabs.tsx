import { Link } from "@remix-run/react"
import { unreadInWords } from "~/effects/notifications/unread"
import { Tabs } from "../menu/tabs"
import { useWaiting } from "../notifications/waiting-store"
import { useRootData } from "../site/root-data"

type Name = "start" | "notifications" | "votes" | "bonds" | "calendar"

/** Somebody's own pages. */
export function DashboardTabs({ tab }: { readonly tab: Name }) {
  const known = useRootData().waiting.unread
  const unread = useWaiting()?.unread ?? known
  const of = (name: Name) => (tab === name ? "page" : undefined)
  return (
    <Tabs label="Dashboard" current={tab}>
      <Link to="/userDashboard" aria-current={of("start")} prefetch="intent">
        Today
      </Link>
      <Link to="/userDashboard?tab=notifications" aria-current={of("notifications")} prefetch="intent">
        Notifications{unread > 0 && ` (${unreadInWords(unread)})`}
      </Link>
      <Link to="/userDashboard?tab=votes" aria-current={of("votes")} prefetch="intent">
        My votes
      </Link>
      <Link to="/userDashboard/bonds" aria-current={of("bonds")} prefetch="intent">
        My bonds
      </Link>
      <Link to="/userDashboard?tab=calendar" aria-current={of("calendar")} prefetch="intent">
        Calendar
      </Link>
    </Tabs>
  )
}
