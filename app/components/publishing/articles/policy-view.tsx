import { Day } from "~/components/base/parts/day"
import { WhoRunsThis } from "~/components/base/parts/operator"
import { useRootData } from "~/components/base/site/root-data"
import type { Article } from "~/effects/publishing/articles/Article"
import { ArticleView } from "./article-view"

/** Renders a policy; its head names the operator who speaks in it. */
export function PolicyView({ article }: { readonly article: Article }) {
  const { ledger, operator } = useRootData()
  return (
    <ArticleView
      article={article}
      facts={
        <>
          <span>
            Last changed <Day day={article.updated} />
          </span>
          <span>
            <WhoRunsThis ledger={ledger} operator={operator} />
          </span>
        </>
      }
    />
  )
}
