import { Block } from "~/components/base/parts/block"
import { EnforcedByKey } from "~/components/base/parts/enforced-by"
import type { CommunityId } from "~/effects/access/Community"
import { withToday } from "~/effects/treasury/bonds/cover"
import type { SeriesSheetView } from "~/effects/treasury/bonds/views"
import { CollateralBlock } from "./collateral"
import { CoverHistory as LaterCoverHistory, SeriesActivity as LaterSeriesActivity } from "./cover-history"
import { Glance } from "./glance"
import { Calendar } from "./payment-calendar"
import { SoldBar } from "./sold-bar"
import { TermFacts } from "./term-facts"

type Props = {
  readonly page: SeriesSheetView
  readonly communityId: CommunityId
  /** Page of the vote on the terms. */
  readonly proposalHref: string | null
  /** The number of units for which the calendar shows payments. */
  readonly units: number
}

/** The term sheet, used on the public page and inside the community. */
export function SeriesSheet({ communityId, page, proposalHref, units }: Props) {
  const { cover, events, holders, now, series } = page
  return (
    <div className="term-sheet">
      <div className="stack" data-gap="l">
        <Glance series={series} />
        <div className="terms">
          <Block
            id="terms"
            title="Terms"
            more={<a href={`/api/bonds/${communityId}/terms/${series.code}`}>Terms file</a>}
          >
            <SoldBar series={series} />
            <TermFacts series={series} now={now} holders={holders} proposalHref={proposalHref} />
            <EnforcedByKey />
          </Block>
        </div>
        <CollateralBlock series={series} communityId={communityId} vaults={page.vaults} />
        <Block
          id="calendar"
          title="What it pays"
          more={
            <a href={`/api/bonds/${communityId}/calendar/${series.code}.ics`} download>
              Calendar
            </a>
          }
        >
          <Calendar series={series} units={units} now={now} />
        </Block>
        <LaterCoverHistory points={withToday(cover, series.cover, now)} symbol={series.symbol} />
        <LaterSeriesActivity events={events} now={now} />
      </div>
    </div>
  )
}
