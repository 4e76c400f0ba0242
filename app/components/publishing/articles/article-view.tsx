import type { ReactNode } from "react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Day } from "~/components/base/parts/day"
import { TestMoney } from "~/components/base/parts/test-money"
import type { Article } from "~/effects/publishing/articles/Article"
import { ComingNotice } from "./coming-notice"
import { ContentsList } from "./contents-list"

type Props = {
  readonly article: Article
  /** Shown above the title: where in the site this page is. */
  readonly above?: ReactNode
  /** Shown below the title in place of the date of the last change. */
  readonly facts?: ReactNode
  /** Whether the text mentions amounts. */
  readonly hasAmounts?: boolean
  readonly children?: ReactNode
}

/** Renders one article: title, list of sections, and a notice about features that are not released yet. */
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
