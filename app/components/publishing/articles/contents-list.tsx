import type { Article } from "~/effects/publishing/articles/Article"

/** Lists the sections of an article with more than three (docs/product/publishing.md). */
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
