import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node"
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import { Day } from "~/components/base/parts/day"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { minutesInWords, SummaryList } from "~/components/publishing/articles/summary-list"
import { APP_NAME } from "~/effects/base/settings/product"
import { listPosts } from "~/effects/publishing/articles/lists.server"
import { respond } from "~/effects/server/runtime.server"
import stylesheet from "~/styles/article.css?url"

const page = { title: "Blog", summary: "What we built, why, and what went wrong." }

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "alternate", type: "application/atom+xml", title: `${APP_NAME}: blog`, href: "/blog/feed.xml" }
]

export const meta: MetaFunction = ({ matches }) => articleMeta(matches, "/blog", page)

/** GET /blog?tag=: all posts, or those with a tag. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(
    args,
    Effect.suspend(() => listPosts(new URL(args.request.url).searchParams.get("tag")))
  )

export default function Blog() {
  const { posts, tag, tags } = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <header className="page-head">
        <h1>{page.title}</h1>
        <p className="lead">{page.summary}</p>
        <p className="meta">
          <a href="/blog/feed.xml">Atom feed</a>
        </p>
      </header>
      <nav className="row filter" aria-label="Posts by tag">
        <Link className="button" data-size="s" to="/blog" aria-current={tag === null ? "page" : undefined}>
          All
        </Link>
        {tags.map((name) => (
          <Link
            key={name}
            className="button"
            data-size="s"
            to={`/blog?tag=${name}`}
            aria-current={tag === name ? "page" : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {posts.length === 0 ? (
        <p>No posts yet.</p>
      ) : (
        <SummaryList
          articles={posts}
          heading="h2"
          facts={({ author, date, minutes, tags: own }) => (
            <>
              <Day day={date} />
              <span>{author}</span>
              <span>{minutesInWords(minutes)}</span>
              <span>{own.join(", ")}</span>
            </>
          )}
        />
      )}
    </div>
  )
}
