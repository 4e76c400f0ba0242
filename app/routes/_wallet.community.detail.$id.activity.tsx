import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import stylesheet from "~/components/activity/activity/activity.css?url"
import { ActivityView } from "~/components/activity/activity/activity-view"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import discussion from "~/components/conversation/discussion/discussion.css?url"
import { ModerationView } from "~/components/conversation/moderation/moderation-view"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { activityAction, activityPage } from "~/effects/activity/activity/pages/activity.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import charts from "~/styles/charts.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: discussion },
  { rel: "stylesheet", href: charts },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Activity")]

/** ?topic=&person=&before= · ?view=moderation */
export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(activityPage))

/** POST: decides a report. */
export const action = (args: ActionFunctionArgs) => respond(args, activityAction)

/** /community/detail/{id}/activity */
export default function Activity() {
  const page = useGuardedData<typeof loader>()
  const reply = useGuardedReply<typeof action>()
  return page.view === "moderation" ? (
    <ModerationView page={page.moderation} reply={reply} />
  ) : (
    <ActivityView page={page} />
  )
}
