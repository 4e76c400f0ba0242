import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { Link, type MetaFunction } from "@remix-run/react"
import { NothingHere } from "~/components/base/parts/nothing-here"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import { AnnouncementList } from "~/components/conversation/announcements/announcement-list"
import { AnnouncementPage } from "~/components/conversation/announcements/announcement-page"
import stylesheet from "~/components/conversation/announcements/announcements.css?url"
import discussion from "~/components/conversation/discussion/discussion.css?url"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { annissuedAction } from "~/effects/conversation/announcements/pages/actions.server"
import { annissuedPage } from "~/effects/conversation/announcements/pages/announcements.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: discussion },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  insideTitle(matches, data?.view === "single" ? data.item : "Announcements")
]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(annissuedPage))

export const action = (args: ActionFunctionArgs) => respond(args, annissuedAction)

/** /community/detail/{id}/annissued; one of them with ?a={number} */
export default function Announcements() {
  const page = useGuardedData<typeof loader>()
  const reply = useGuardedReply<typeof action>()
  if (page.view === "single") return <AnnouncementPage {...page} reply={reply} />
  if (page.cards.length > 0) return <AnnouncementList {...page} />
  return (
    <NothingHere title="Announcements">
      <p>No announcements yet.</p>
      {page.mayIssue && (
        <p>
          <Link to="../annissue" relative="path">
            Post the first one
          </Link>
        </p>
      )}
    </NothingHere>
  )
}
