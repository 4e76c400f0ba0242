import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { ArticleSearch } from "~/components/publishing/articles/article-search"
import { minutesInWords, SummaryList } from "~/components/publishing/articles/summary-list"
import { listGuides } from "~/effects/publishing/articles/lists.server"
import { respond } from "~/effects/server/runtime.server"
import stylesheet from "~/styles/article.css?url"

const page = {
  title: "Resources",
  summary: "Guides for starting a group, governing it, funding it, and running the site yourself."
}

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction = ({ matches }) => articleMeta(matches, "/resources", page)

/** GET /resources?q=: the guides by group, with search results above them. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    Effect.suspend(() => listGuides(new URL(args.request.url).searchParams.get("q")))
  )

export default function Resources() {
  const { found, groups, query } = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>{page.title}</h1>
        <p className="lead">{page.summary}</p>
        <ArticleSearch query={query} found={found} />
      </header>
      {groups.map(({ group, guides }) => (
        <section key={group} className="section" aria-labelledby={`group-${group}`}>
          <div className="section__head">
            <h2 id={`group-${group}`}>{group}</h2>
          </div>
          <div className="section__body">
            <SummaryList articles={guides} facts={({ minutes }) => <span>{minutesInWords(minutes)}</span>} />
          </div>
        </section>
      ))}
    </div>
  )
}
