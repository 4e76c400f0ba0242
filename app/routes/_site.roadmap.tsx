import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { type MetaFunction, useLoaderData } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Day } from "~/components/base/parts/day"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import stylesheet from "~/components/publishing/articles/roadmap.css?url"
import { RoadmapColumns } from "~/components/publishing/articles/roadmap-columns"
import { roadmapPage, wish } from "~/effects/publishing/articles/pages/roadmap.server"
import { respond } from "~/effects/server/runtime.server"
import articles from "~/styles/article.css?url"

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: articles },
  { rel: "stylesheet", href: stylesheet }
]

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => articleMeta(matches, "/roadmap", data?.roadmap)

export const loader = (args: LoaderFunctionArgs) => respond(args, roadmapPage)

/** POST /roadmap: "I want this". */
export const action = (args: ActionFunctionArgs) => respond(args, wish)

export default function Roadmap() {
  const { mine, roadmap, wanted } = useLoaderData<typeof loader>()
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
      <RoadmapColumns roadmap={roadmap} mine={mine} wanted={wanted} />
    </div>
  )
}
