import { Link } from "@remix-run/react"
import { CopyButton } from "~/components/base/parts/copy-button"
import type { Summary } from "~/effects/publishing/articles/Article"
import type { Topic } from "~/effects/publishing/support/forms"

type Props = {
  readonly previous: Summary | null
  readonly next: Summary | null
  /** Path of this page. */
  readonly address: string
  readonly topic: Topic
}

function Neighbour({ article, rel }: { readonly article: Summary; readonly rel: "prev" | "next" }) {
  return (
    <Link className="neighbour" data-side={rel} to={`/resources/${article.id}`} rel={rel} prefetch="intent">
      <span className="eyebrow">{rel === "prev" ? "Previous" : "Next"}</span>
      <span>{article.title}</span>
    </Link>
  )
}

/** Ends an article: previous and next article, a button to copy the address, and a link to report a mistake. */
export function ArticleFoot({ address, next, previous, topic }: Props) {
  return (
    <footer className="article__foot">
      <p className="row">
        <span className="address">{address}</span>
        <CopyButton text={address} what="the address of this page" />
      </p>
      <p className="small">
        <Link to={`/support?topic=${topic}#contact`}>Something wrong? Tell us</Link>
      </p>
      {(previous !== null || next !== null) && (
        <nav className="neighbours" aria-label="More to read">
          {previous !== null && <Neighbour article={previous} rel="prev" />}
          {next !== null && <Neighbour article={next} rel="next" />}
        </nav>
      )}
    </footer>
  )
}
