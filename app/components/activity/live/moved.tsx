import type { LiveEvent, PulseKind } from "~/effects/activity/live/LiveEvent"
import { LiveLine } from "./live-line"
import { useNews } from "./use-news"

type Props = {
  readonly kind: PulseKind
  /** The distribution, or the series. */
  readonly thing: string
}

/** How live the page is, and that something on it has moved meanwhile. The page changes only when asked. */
export function Moved({ kind, thing }: Props) {
  return <News counts={(event) => event.kind === kind && Object.values(event.data).includes(thing)} />
}

/** The same for a page that shows whatever `counts`. */
export function News({ counts }: { readonly counts: (event: LiveEvent) => boolean }) {
  const news = useNews(counts)
  return (
    <span className="row small no-print">
      {news.count > 0 && (
        <button className="link-button" type="button" onClick={news.show}>
          Show what is new
        </button>
      )}
      <LiveLine state={news.state} />
    </span>
  )
}
