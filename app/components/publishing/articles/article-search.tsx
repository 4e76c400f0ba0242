import { Form, Link } from "@remix-run/react"
import { SearchField } from "~/components/base/parts/search-field"
import type { Summary } from "~/effects/publishing/articles/Article"

type Props = {
  /** Empty before a search. */
  readonly query: string
  readonly found: ReadonlyArray<Summary>
}

/** Searches titles. A plain form, so it works before hydration and without JavaScript. */
export function ArticleSearch({ found, query }: Props) {
  return (
    <search className="stack">
      <Form className="field" action="/resources" method="get">
        <SearchField id="article-search" label="Search guides and posts" query={query} />
      </Form>
      {query !== "" && (
        <section className="stack" aria-labelledby="found">
          <h2 id="found" className="h4">
            {found.length === 0 ? `No title contains “${query}”.` : `Results for “${query}”`}
          </h2>
          {found.length > 0 && (
            <ul className="entries">
              {found.map(({ id, summary, title }) => (
                <li key={id}>
                  <Link to={`/resources/${id}`}>{title}</Link>
                  <span className="small muted">{summary}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </search>
  )
}
