import type { ReactNode } from "react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Day } from "~/components/base/parts/day"
import { TestMoney } from "~/components/base/parts/test-money"
import type { Article } from "~/effects/publishing/articles/Article"
import { ComingNotice } from "./coming-notice"
import { ContentsList } from "./contents-list"

type Props = {
  readonly article: Article
  /** Above the title: where this is. */
  readonly above?: ReactNode
  /** Below the title, instead of the date of the last change. */
  readonly facts?: ReactNode
  /** The text speaks of amounts. */
  readonly hasAmounts?: boolean
  readonly children?: ReactNode
}

/** One text with its title, its list of sections, and an open word on what is not there yet. */
export function ArticleView({ above, article, children, facts, hasAmounts = false }: Props) {
  const { coming, contents, summary, title, tree, updated } = article
  return (
    <article className="wrap page">
      <header className="page-head">
        {above}
        <h1>{title}</h1>
        <p className="lead">{summary}</p>
        <p className="meta">
          {facts ?? (
            <span>
              Last changed <Day day={updated} />
            </span>
          )}
        </p>
        <ComingNotice items={coming} subject="This page describes" />
        {hasAmounts && <TestMoney />}
      </header>
      <div className="columns article" data-lay={contents.length > 3 ? undefined : "plain"}>
        <ContentsList contents={contents} />
        <div className="article__body">
          <Markdown tree={tree} />
          {children}
        </div>
      </div>
    </article>
  )
}
