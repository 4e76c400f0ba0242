import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import stylesheet from "~/components/announcements/announcements.css?url"
import { IssueForm } from "~/components/announcements/issue-form"
import { WaitingList } from "~/components/announcements/waiting-list"
import discussion from "~/components/discussion/discussion.css?url"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import { annissueAction } from "~/effects/announcements/actions.server"
import { annissuePage } from "~/effects/announcements/pages.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: discussion },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Issue an announcement")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(annissuePage))

export const action = (args: ActionFunctionArgs) => respond(args, annissueAction)

/** /community/detail/{id}/annissue */
export default function IssueAnnouncement() {
  const page = useGuardedData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <div className="narrow stack" data-gap="l">
      <IssueForm key={page.form.id} page={page} reply={reply} />
      <WaitingList page={page} />
    </div>
  )
}
