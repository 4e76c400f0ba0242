import type { Article } from "~/effects/publishing/articles/Article"

/** A list of the sections, where there are more than three (docs/product/publishing.md, 3.6.2). */
export function ContentsList({ contents }: Pick<Article, "contents">) {
  if (contents.length <= 3) return null
  return (
    <nav className="block contents" aria-labelledby="contents">
      <div className="block__head">
        <h2 id="contents" className="h4">
          On this page
        </h2>
      </div>
      <ol className="contents__list">
        {contents.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
