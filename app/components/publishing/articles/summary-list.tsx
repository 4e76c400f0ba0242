import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import type { Summary } from "~/effects/publishing/articles/Article"

type Props<A extends Summary> = {
  readonly articles: ReadonlyArray<A>
  /** Renders the line below the title. */
  readonly facts: (article: A) => ReactNode
  /** Heading level of the titles. */
  readonly heading?: "h2" | "h3"
}

/** Lists articles: title, summary, facts. */
export function SummaryList<A extends Summary>({ articles, facts, heading: Heading = "h3" }: Props<A>) {
  return (
    <ul className="entries">
      {articles.map((article) => (
        <li key={article.id}>
          <Heading className="h3">
            <Link to={`/resources/${article.id}`} prefetch="intent">
              {article.title}
            </Link>
          </Heading>
          <p className="muted">{article.summary}</p>
          <p className="meta">{facts(article)}</p>
        </li>
      ))}
    </ul>
  )
}

export const minutesInWords = (minutes: number) => `${minutes} ${minutes === 1 ? "minute" : "minutes"} to read`
