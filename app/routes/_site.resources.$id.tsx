import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node"
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react"
import { Effect } from "effect"
import { Day } from "~/components/base/parts/day"
import { useRootData } from "~/components/base/site/root-data"
import { ArticleFoot } from "~/components/publishing/articles/article-foot"
import { articleMeta } from "~/components/publishing/articles/article-meta"
import { ArticleSearch } from "~/components/publishing/articles/article-search"
import { ArticleView } from "~/components/publishing/articles/article-view"
import { minutesInWords } from "~/components/publishing/articles/summary-list"
import type { Guide, Post } from "~/effects/publishing/articles/Article"
import { readArticle } from "~/effects/publishing/articles/lists.server"
import type { Topic } from "~/effects/publishing/support/forms"
import { respond } from "~/effects/server/runtime.server"
import stylesheet from "~/styles/article.css?url"

const topics: Readonly<Record<string, Topic>> = {
  connect: "wallet",
  "what-your-wallet-shows": "wallet",
  "thread-to-proposal": "vote",
  "ways-to-count": "vote",
  "small-quorum": "vote",
  recount: "vote",
  "ballot-file": "vote",
  "why-the-vote-file-exists": "vote",
  "how-we-count": "vote",
  "bonds-plain": "bond",
  "term-sheet": "bond",
  "a-sale-nobody-holds": "bond",
  "paying-a-list": "distribution"
}

/** Topic that the contact form preselects for a reader who reports a mistake in this article. Pure. */
const topicOf = ({ id }: Post | Guide): Topic => topics[id] ?? "other"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: MetaFunction<typeof loader> = ({ data: page, matches, params }) =>
  articleMeta(matches, `/resources/${params.id}`, page?.isThere ? page.article : undefined)

/** GET /resources/{id}: a post or a guide. An unknown id returns 404 with similar pages. */
export const loader = async (args: LoaderFunctionArgs) => {
  const page = await respond(
    args,
    Effect.suspend(() => readArticle(args.params.id ?? ""))
  )
  return data(page, { status: page.isThere ? 200 : 404 })
}

export default function Resource() {
  const page = useLoaderData<typeof loader>()
  const { origin } = useRootData()
  if (!page.isThere) {
    return (
      <div className="wrap page">
        <header className="page-head">
          <h1>This page does not exist.</h1>
          <p>Its address may have changed, or the link may be incomplete.</p>
        </header>
        <ArticleSearch query={page.query} found={page.suggestions} />
      </div>
    )
  }
  const { article, next, previous } = page
  return (
    <ArticleView
      article={article}
      above={<Where article={article} />}
      facts={<Facts article={article} />}
      hasAmounts={article.kind === "guide" && article.group === "Fund"}
    >
      <ArticleFoot
        previous={previous}
        next={next}
        address={`${origin}/resources/${article.id}`}
        topic={topicOf(article)}
      />
    </ArticleView>
  )
}

function Where({ article }: { readonly article: Post | Guide }) {
  const [path, name] = article.kind === "post" ? ["/blog", "Blog"] : ["/resources", "Resources"]
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumb">
        <li>
          <Link to={path}>{name}</Link>
        </li>
        {article.kind === "guide" && <li>{article.group}</li>}
      </ol>
    </nav>
  )
}

function Facts({ article: { author, date, minutes, updated } }: { readonly article: Post | Guide }) {
  return (
    <>
      <Day day={date} />
      {updated !== date && (
        <span>
          Updated <Day day={updated} />
        </span>
      )}
      <span>{author}</span>
      <span>{minutesInWords(minutes)}</span>
    </>
  )
}
