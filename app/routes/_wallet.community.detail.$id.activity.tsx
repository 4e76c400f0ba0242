import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import stylesheet from "~/components/activity/activity.css?url"
import { ActivityView } from "~/components/activity/activity-view"
import discussion from "~/components/discussion/discussion.css?url"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import { ModerationView } from "~/components/moderation/moderation-view"
import { activityAction, activityPage } from "~/effects/activity/activityPage.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"
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
  const reply = useActionData<typeof action>()
  return page.view === "moderation" ? (
    <ModerationView page={page.moderation} reply={reply} />
  ) : (
    <ActivityView page={page} />
  )
}
