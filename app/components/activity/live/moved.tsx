import { useEffect } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import type { LiveEvent, LiveEventKind } from "~/effects/activity/live/LiveEvent"
import { LiveLine } from "./live-line"
import { useNews } from "./use-news"

type Props = {
  readonly kind: LiveEventKind
  /** Id of the payout or the series. */
  readonly thing: string
  /**
   * Its progress on this page in the form of a live event: progress up to here is not news, even if the reader caused
   * it.
   */
  readonly shown: string
  /** The reader's own wallet is moving it, and the page already tracks that. */
  readonly isOwn?: boolean
}

/** Shows how live the page is, and whether something on it has changed. The page changes only on request. */
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
  /** Reloads without asking: a new member waits for the first vote and reads nothing that could move away. */
  readonly isShownAtOnce?: boolean
}

/** The same for a page that shows the events for which `counts` is true. */
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
        <HydratedButton className="link-button" onClick={news.show}>
          {news.count} new – refresh
        </HydratedButton>
      )}
      <LiveLine state={news.state} />
    </span>
  )
}
