import { LiveLine } from "~/components/activity/live/live-line"
import { useNews } from "~/components/activity/live/use-news"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import type { ProposalView } from "~/effects/governance/proposals/views"

/** Announces new ballots; the figures change only when the reader asks for it. */
export function LiveTally({ proposal }: { readonly proposal: ProposalView }) {
  const news = useNews(
    ({ data, kind }) =>
      kind === "ballot" && data.proposal === proposal.id && Number(data.far) > (proposal.participation?.ballots ?? 0)
  )
  return (
    <span className="row small">
      {news.count > 0 && (
        <HydratedButton className="link-button" onClick={news.show}>
          {news.count === 1 ? "1 new ballot" : `${news.count} new ballots`}
        </HydratedButton>
      )}
      <LiveLine state={news.state} />
    </span>
  )
}
