import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import type { PageHandle } from "~/components/base/site/hydrate"
import { insideTitle } from "~/components/communities/communities/inside-meta"
import stylesheet from "~/components/conversation/discussion/discussion.css?url"
import { DiscussionView, loadDiscussionView } from "~/components/conversation/discussion/discussion-view"
import { titlesOf } from "~/components/conversation/discussion/titles"
import { useGuardedData, useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { readAttachmentForm } from "~/effects/conversation/attachments/pages/attaching.server"
import type { DiscussionPage } from "~/effects/conversation/discussion/page"
import { discussionCommands } from "~/effects/conversation/discussion/pages/commands.server"
import { discussionPage } from "~/effects/conversation/discussion/pages/discussion.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: stylesheet }
]

export const handle: PageHandle<DiscussionPage> = { loadView: loadDiscussionView }

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [insideTitle(matches, ...titlesOf(data))]

/** GET ?new=1 | ?thread=n | the list. */
export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(discussionPage))

/** POST: one button, one intent. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, pageAction(discussionCommands, readAttachmentForm))

/** /community/detail/{id}/discussion */
export default function Discussion() {
  return <DiscussionView page={useGuardedData<typeof loader>()} reply={useGuardedReply<typeof action>()} />
}
