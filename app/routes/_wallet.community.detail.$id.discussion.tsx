import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData } from "@remix-run/react"
import stylesheet from "~/components/discussion/discussion.css?url"
import { DiscussionView } from "~/components/discussion/discussion-view"
import { titlesOf } from "~/components/discussion/titles"
import { useGuardedData } from "~/components/gate/use-guarded-data"
import { insideTitle } from "~/components/inside/inside-meta"
import { discussionCommands } from "~/effects/discussion/commands.server"
import { discussionPage } from "~/effects/discussion/page.server"
import { pageAction } from "~/effects/remix/pageAction.server"
import { respond } from "~/effects/runtime.server"
import { guarded } from "~/effects/wallet-session/guarded.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [insideTitle(matches, ...titlesOf(data))]

/** GET ?new=1 | ?thread=n | the list. */
export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(discussionPage))

/** POST: one button, one intent. Works as a plain form. */
export const action = (args: ActionFunctionArgs) => respond(args, pageAction(discussionCommands))

/** /community/detail/{id}/discussion */
export default function Discussion() {
  return <DiscussionView page={useGuardedData<typeof loader>()} reply={useActionData<typeof action>()} />
}
