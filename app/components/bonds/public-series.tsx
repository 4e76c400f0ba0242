import { Link } from "@remix-run/react"
import type { Terms } from "~/effects/bonds/views"
import type { LedgerTime as Moment } from "~/effects/ledger/LedgerTime"
import { publicProposalPath } from "~/effects/proposals/paths"
import { Block } from "../inside/block"
import { later } from "../later"
import { LedgerTime } from "../ledger-time"
import { Markdown } from "../markdown/markdown"
import { SeriesState } from "./series-state"

/** To be read at once, awake a moment after the page (quality A1). */
const Calendar = later(async () => (await import("./facts")).Calendar, "waits")
const TermFacts = later(async () => (await import("./facts")).TermFacts, "waits")
const SoldBar = later(async () => (await import("./sold-bar")).SoldBar, "waits")

type Props = {
  readonly page: {
    readonly now: number
    readonly community: { readonly id: string; readonly slug: string; readonly name: string }
    readonly series: Terms
    readonly time: Moment | null
  }
}

/** The term sheet for everybody; ordering happens inside. */
export function PublicSeries({ page: { community, now, series, time } }: Props) {
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
            <span aria-current="page">{series.code}</span>
          </li>
        </ol>
      </nav>
      <header className="page-head" data-lay="item">
        <p className="row">
          <SeriesState series={series} now={now} />
          <span className="eyebrow">{series.code}</span>
        </p>
        <h1>{series.name}</h1>
      </header>
      <Markdown tree={series.purpose} />
      <p>
        <Link className="button" data-kind="primary" to={inside}>
          {series.state === "open" ? "Buy" : "Open in the community"}
        </Link>
      </p>
      <Block id="terms" title="Terms" more={<a href={`/api/bonds/${community.id}/terms/${series.code}`}>Terms file</a>}>
        <SoldBar series={series} />
        <TermFacts
          series={series}
          now={now}
          {...(series.decidedIn !== null && { proposalHref: publicProposalPath(community.slug, series.decidedIn) })}
        />
      </Block>
      <Block
        id="calendar"
        title="What it pays"
        more={
          <a href={`/api/bonds/${community.id}/calendar/${series.code}.ics`} download>
            Calendar
          </a>
        }
      >
        <Calendar series={series} units={10} />
      </Block>
      <div>
        <p className="small muted">Test network. Tokens here have no value.</p>
        {time !== null && <LedgerTime time={time} />}
      </div>
    </div>
  )
}
