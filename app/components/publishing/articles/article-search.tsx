import { Form, Link } from "@remix-run/react"
import { SearchField } from "~/components/base/parts/search-field"
import type { Summary } from "~/effects/publishing/articles/Article"

type Props = {
  /** What was asked; empty before anything was. */
  readonly query: string
  readonly found: ReadonlyArray<Summary>
}

/** Search over titles. A plain form: it works before and without any script. */
export function ArticleSearch({ found, query }: Props) {
  return (
    <search className="stack">
      <Form className="field" action="/resources" method="get">
        <SearchField id="article-search" label="Search guides and posts" query={query} />
      </Form>
      {query !== "" && (
        <section className="stack" aria-labelledby="found">
          <h2 id="found" className="h4">
            {found.length === 0 ? `Nothing has “${query}” in its title.` : `For “${query}”`}
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
