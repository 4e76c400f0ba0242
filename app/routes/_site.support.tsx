import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import type { PageHandle } from "~/components/base/site/hydrate"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { ComingNotice } from "~/components/publishing/articles/coming-notice"
import { ConnectionCheck } from "~/components/publishing/support/connection-check"
import { ContactForm } from "~/components/publishing/support/contact-form"
import { QuestionList } from "~/components/publishing/support/question-list"
import stylesheet from "~/components/publishing/support/support.css?url"
import { listQuestions } from "~/effects/publishing/articles/lists.server"
import { sendMessage, topicFrom } from "~/effects/publishing/support/pages/contact.server"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

/** Checks the wallet's connection without a click. */
export const handle: PageHandle = { hydrate: true }

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => articleMeta(matches, "/support", data)

/** GET /support?q=&topic=: the questions, all or those that match; and the topic of a message. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    Effect.suspend(() => {
      const { searchParams } = new URL(args.request.url)
      return Effect.map(listQuestions(searchParams.get("q")), (page) => ({
        ...page,
        topic: topicFrom(searchParams.get("topic"))
      }))
    })
  )

/** POST /support: a message. */
export const action = (args: ActionFunctionArgs) => respond(args, sendMessage)

export default function Support() {
  const { coming, groups, query, summary, title, topic } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>{title}</h1>
        <p className="lead">{summary}</p>
        <ComingNotice items={coming} subject="Some answers describe" />
      </header>
      <div className="columns">
        <QuestionList groups={groups} query={query} />
        <aside className="stack" data-gap="l" aria-label="Help">
          <ConnectionCheck />
          <ContactForm reply={response} topic={topic} />
        </aside>
      </div>
    </div>
  )
}
