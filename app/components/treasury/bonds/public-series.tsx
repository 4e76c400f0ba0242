import { Link } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { ShareButton } from "~/components/base/parts/share-button"
import { useRootData } from "~/components/base/site/root-data"
import { publicProposalPath } from "~/effects/governance/proposals/paths"
import type { PublicBondPage } from "~/effects/treasury/bonds/views"
import { BondCode } from "./bond-code"
import { SeriesNotices } from "./series-notices"
import { SeriesSheet } from "./series-sheet"
import { SecuredChip, SeriesState } from "./series-state"

/** The public term sheet; ordering is on the community's page. */
export function PublicSeries({ page }: { readonly page: PublicBondPage }) {
  const { community, now, series, time } = page
  const { origin } = useRootData()
  const inside = `/community/detail/${community.id}/bondissued?series=${series.code}`
  return (
    <div className="wrap page stack" data-gap="l">
      <nav aria-label="You are here">
        <ol className="breadcrumb">
          <li>
            <Link to="/explore">Explore</Link>
          </li>
          <li>
            <Link to={`/explore/${community.slug}`}>{community.name}</Link>
          </li>
          <li>
            <span aria-current="page">
              <BondCode code={series.code} />
            </span>
          </li>
        </ol>
      </nav>
      <header className="page-head" data-lay="item">
        <p className="row">
          <SeriesState series={series} now={now} />
          {series.securedBy !== null && <SecuredChip />}
          <span className="eyebrow">
            <BondCode code={series.code} />
          </span>
        </p>
        <h1>{series.name}</h1>
      </header>
      <SeriesNotices series={series} now={now} withdrawn={page.withdrawn} />
      <Markdown tree={series.purpose} />
      <p className="row">
        <Link className="button" data-kind="primary" to={inside}>
          {series.state === "open" ? "Buy" : "Open in the community"}
        </Link>
        <ShareButton
          url={`${origin}/explore/${community.slug}/bonds/${series.code}`}
          title={`${series.name} · ${community.name}`}
        />
      </p>
      <SeriesSheet
        page={page}
        communityId={community.id}
        proposalHref={series.decidedIn === null ? null : publicProposalPath(community.slug, series.decidedIn)}
        units={Math.min(series.units, 10)}
      />
      <div>
        <p className="small muted">Test network. Tokens here have no value.</p>
        {time !== null && <LedgerTime time={time} />}
      </div>
    </div>
  )
}
