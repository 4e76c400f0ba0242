import { Form, Link } from "@remix-run/react"
import type { Summary } from "~/effects/articles/Article"

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
        <label htmlFor="article-search">Search guides and posts</label>
        <div className="join">
          <input
            className="input"
            id="article-search"
            type="search"
            name="q"
            defaultValue={query}
            key={query}
            maxLength={60}
          />
          <button className="button" type="submit">
            Search
          </button>
        </div>
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
