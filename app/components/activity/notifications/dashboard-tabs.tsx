import { Link } from "@remix-run/react"
import { Tabs } from "~/components/base/parts/tabs"
import { useRootData } from "~/components/base/site/root-data"
import { unreadInWords } from "~/effects/activity/notifications/unread"
import { useWaiting } from "./waiting-store"

type Name = "start" | "notifications" | "votes" | "bonds" | "calendar"

/** The tabs of a person's own pages. */
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
