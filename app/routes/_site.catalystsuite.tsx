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
import { type Block, type MarkdownTree, plainText } from "~/effects/base/text/markdown/Tree"
import type { Article } from "~/effects/publishing/articles/Article"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

/** Splits a text with short sections into cards. */
interface Card {
  readonly id: string
  readonly title: string
  readonly tree: MarkdownTree
}

/** One card per section; text before the first section is left to the page. */
const cardsOf = ({ tree }: Article): ReadonlyArray<Card> => {
  const cards: Array<{ id: string; title: string; tree: Array<Block> }> = []
  for (const block of tree) {
    if (block.kind === "heading" && block.level === 2) {
      cards.push({ id: block.id, title: plainText(block.children), tree: [] })
    } else cards.at(-1)?.tree.push(block)
  }
  return cards
}

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
