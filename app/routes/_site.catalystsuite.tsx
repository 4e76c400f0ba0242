import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import { Markdown } from "~/components/base/markdown/markdown"
import { placeExists } from "~/components/base/parts/places"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { ComingNotice } from "~/components/publishing/articles/coming-notice"
import stylesheet from "~/components/publishing/articles/pictures.css?url"
import { suitePictures } from "~/components/publishing/articles/suite-pictures"
import { SuiteStart } from "~/components/publishing/articles/suite-start"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { cardsOf } from "~/effects/publishing/articles/cards"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => articleMeta(matches, "/catalystsuite", data)

export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    Effect.map(Articles, ({ pages: { catalystsuite: page } }) => ({
      title: page.title,
      summary: page.summary,
      coming: page.coming,
      cards: cardsOf(page)
    }))
  )

/** GET: the welcome page, the suite in six cards, each with a sentence and a picture. */
export default function CatalystSuite() {
  const { cards, coming, summary, title } = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>{title}</h1>
        <p className="lead">{summary}</p>
        <SuiteStart />
        <ComingNotice items={coming} subject="This page shows" />
      </header>
      <ul className="grid" data-fit>
        {cards.map(({ id, title: name, tree }) => (
          <li key={id} id={id} className="card">
            {suitePictures[id]}
            <h2 className="h3">{name}</h2>
            <Markdown tree={tree} />
            {placeExists("/explore") && (
              <p className="card__foot small">
                <Link to="/explore">See a real one</Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
