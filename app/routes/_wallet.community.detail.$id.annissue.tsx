import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/conversation/announcements/announcements.css?url"
import { IssueFiles } from "~/components/conversation/announcements/issue-files"
import { IssueForm } from "~/components/conversation/announcements/issue-form"
import { WaitingList } from "~/components/conversation/announcements/waiting-list"
import discussion from "~/components/conversation/discussion/discussion.css?url"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { annissueAction } from "~/effects/conversation/announcements/pages/actions.server"
import { annissuePage } from "~/effects/conversation/announcements/pages/announcements.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: discussion },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "New announcement")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(annissuePage))

export const action = (args: ActionFunctionArgs) => respond(args, annissueAction)

/** /community/detail/{id}/annissue */
export default function IssueAnnouncement() {
  const page = useGuardedData<typeof loader>()
  const reply = useGuardedReply<typeof action>()
  return (
    <div className="narrow stack" data-gap="l">
      <IssueForm key={page.form.id} page={page} reply={reply} />
      <IssueFiles page={page} reply={reply} />
      <WaitingList page={page} />
    </div>
  )
}
