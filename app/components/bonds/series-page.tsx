import { Link } from "@remix-run/react"
import type { BondsPage } from "~/effects/bonds/views"
import { proposalPath } from "~/effects/proposals/paths"
import { type PageReply, replyTo } from "~/effects/remix/PageReply"
import { Block } from "../inside/block"
import { LedgerTime } from "../ledger-time"
import { Moved } from "../live/moved"
import { Markdown } from "../markdown/markdown"
import { Notice } from "../notice"
import { BuyBox } from "./buy-box"
import { CoverHistory, SeriesActivity } from "./cover-history"
import { Calendar, TermFacts } from "./facts"
import { IssuerPanel } from "./issuer-panel"
import { MyOrders } from "./my-orders"
import { SeriesState } from "./series-state"
import { SoldBar } from "./sold-bar"

type Props = {
  readonly page: Extract<BondsPage, { readonly view: "single" }>
  readonly reply: PageReply | undefined
}

/** One series: its terms, its calendar, one's own orders, and what the treasury does with them. */
export function SeriesPage({
  page: { buy, communityId, cover, events, holders, now, panel, series, time },
  reply
}: Props) {
  const isOpen = series.state === "open"
  return (
    <div className="stack" data-gap="l">
      <p className="small">
        <Link to="?">All series</Link>
      </p>
      <header className="page-head" data-lay="item">
        <p className="row">
          <SeriesState series={series} now={now} />
          <span className="eyebrow">
            {series.code} · {series.variant === "zero" ? "zero coupon" : "coupon bond"}
          </span>
          <Moved kind="order" thing={series.id} />
        </p>
        <h2>{series.name}</h2>
      </header>
      {series.endedReason !== null && (
        <Notice tone="warn">
          <p>Cancelled: {series.endedReason}</p>
        </Notice>
      )}
      {series.state === "overdue" && (
        <Notice tone="bad">
          <p>
            A payment is late. What this means: nothing on the ledger forces an issuer to pay.{" "}
            <Link to="/resources/bonds-plain#risk">Read more</Link>
          </p>
        </Notice>
      )}
      <div className="columns">
        <div className="stack" data-gap="l">
          <Markdown tree={series.purpose} />
          <Block
            id="terms"
            title="Terms"
            more={<a href={`/api/bonds/${communityId}/terms/${series.code}`}>Terms file</a>}
          >
            <SoldBar series={series} />
            <TermFacts
              series={series}
              now={now}
              {...(series.decidedIn !== null && { proposalHref: proposalPath(communityId, series.decidedIn) })}
            />
            {holders !== null && series.settledUnits > 0 && (
              <p className="small muted">Held by {holders === 1 ? "1 account" : `${holders} accounts`}.</p>
            )}
          </Block>
          <Block
            id="calendar"
            title="What it pays"
            more={
              <a href={`/api/bonds/${communityId}/calendar/${series.code}.ics`} download>
                Calendar
              </a>
            }
          >
            <Calendar series={series} units={Math.max(1, buy.least, 10)} />
          </Block>
          <CoverHistory points={cover} symbol={series.symbol} />
          {panel !== null && (
            <IssuerPanel panel={panel} series={series} communityId={communityId} now={now} reply={reply} />
          )}
          <SeriesActivity events={events} now={now} />
        </div>
        <aside aria-label="Order" className="stack" data-gap="l">
          {isOpen && <BuyBox buy={buy} series={series} communityId={communityId} now={now} />}
          <MyOrders orders={buy.orders} series={series} now={now} reply={replyTo(reply, "withdraw")} />
          {time !== null && <LedgerTime time={time} />}
        </aside>
      </div>
    </div>
  )
}
