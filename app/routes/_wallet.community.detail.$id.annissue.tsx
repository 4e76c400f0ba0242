import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, type MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { NothingHere } from "~/components/inside/nothing-here"
import { openTo } from "~/effects/communities/openTo.server"
import { respond } from "~/effects/runtime.server"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Issue an announcement")]

export const loader = (args: LoaderFunctionArgs) => respond(args, openTo("announce"))

/** /community/detail/{id}/annissue */
export default function IssueAnnouncement() {
  return (
    <NothingHere title="Issue an announcement">
      <p>Announcements cannot be issued yet.</p>
      <p>
        <Link to="/roadmap">What comes next</Link>
      </p>
    </NothingHere>
  )
}
