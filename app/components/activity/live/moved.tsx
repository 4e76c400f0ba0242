import { useEffect } from "react"
import type { LiveEvent, PulseKind } from "~/effects/activity/live/LiveEvent"
import { LiveLine } from "./live-line"
import { useNews } from "./use-news"

type Props = {
  readonly kind: PulseKind
  /** The distribution, or the series. */
  readonly thing: string
  /** How far it is on this page, as a pulse says it: what moved thus far, the reader's own part in it too, is no news. */
  readonly shown: string
  /** The reader's own wallet is moving it; the page follows that by itself. */
  readonly isOwn?: boolean
}

/** How live the page is, and that something on it has moved meanwhile. The page changes only when asked. */
export function Moved({ isOwn = false, kind, shown, thing }: Props) {
  return (
    <News
      counts={({ data, kind: moved }) =>
        !isOwn && moved === kind && data.far !== shown && Object.values(data).includes(thing)
      }
    />
  )
}

type NewsProps = {
  readonly counts: (event: LiveEvent) => boolean
  /** A new member waits for the first vote, and has nothing on the page that would move away while they read. */
  readonly isShownAtOnce?: boolean
}

/** The same for a page that shows whatever `counts`. */
export function News({ counts, isShownAtOnce = false }: NewsProps) {
  const news = useNews(counts)
  const { count, show } = news
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is another function each time
  useEffect(() => {
    if (isShownAtOnce && count > 0) show()
  }, [isShownAtOnce, count])
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
