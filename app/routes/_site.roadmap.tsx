import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import { articleMeta } from "~/components/article/article-meta"
import { Day } from "~/components/article/day"
import { RoadmapColumns } from "~/components/article/roadmap-columns"
import { Markdown } from "~/components/markdown/markdown"
import { Articles } from "~/effects/articles/Articles.server"
import { respond } from "~/effects/runtime.server"
import stylesheet from "~/styles/article.css?url"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => articleMeta(matches, "/roadmap", data)

export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    Effect.map(Articles, ({ roadmap }) => roadmap)
  )

export default function Roadmap() {
  const roadmap = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>{roadmap.title}</h1>
        <p className="lead">{roadmap.summary}</p>
        <p className="meta">
          <span>
            Last changed <Day day={roadmap.updated} />
          </span>
        </p>
        <Markdown tree={roadmap.tree} />
      </header>
      <RoadmapColumns roadmap={roadmap} />
    </div>
  )
}
