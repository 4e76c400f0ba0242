import { Link } from "@remix-run/react"
import { Moved } from "~/components/activity/live/moved"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { ShareButton } from "~/components/base/parts/share-button"
import { useZone } from "~/components/base/parts/time-pair"
import { insidePath } from "~/components/base/site/inside-path"
import { useRootData } from "~/components/base/site/root-data"
import { useFrame } from "~/components/base/site/use-frame"
import { useFresh } from "~/components/base/site/use-fresh"
import { hasPublicProfile } from "~/effects/access/visibility"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { momentIn } from "~/effects/base/text/moments"
import { proposalPath } from "~/effects/governance/proposals/paths"
import type { BondsPage, Terms } from "~/effects/treasury/bonds/views"
import { BondCode } from "./bond-code"
import { BuyBox, ORDER_ID } from "./buy-box"
import { TakeCollateral } from "./collateral"
import { IssuerPanel } from "./issuer-panel"
import { isUnderWay, MY_ORDERS_ID, MyOrders, settlesSoon } from "./my-orders"
import { SeriesNotices } from "./series-notices"
import { SeriesSheet } from "./series-sheet"
import { SecuredChip, SeriesState } from "./series-state"

type Props = {
  readonly page: Extract<BondsPage, { readonly view: "single" }>
  readonly reply: PageReply | undefined
}

/** Dated list of what happens from an order to its units. */
function AfterOrder({ series: { maturesAt, saleClosesAt, settleBy, settleMode } }: { readonly series: Terms }) {
  const zone = useZone()
  const day = (at: number) => (
    <time dateTime={new Date(at).toISOString()}>
      {momentIn("shortDay", at, zone)} {new Date(at).getUTCFullYear()}
    </time>
  )
  return (
    <Block id="after-order" title="After you order">
      <ol className="dated">
        <li>
          {day(saleClosesAt)}
          <span>
            {settleMode === "atClose"
              ? "The sale closes. Until then you can withdraw, and nothing leaves your wallet."
              : "The sale closes. Orders are settled as they come in; until now you can withdraw one that is still waiting."}
          </span>
        </li>
        <li>
          {day(settleBy)}
          <span>
            By this date the swap has happened and you hold the units and a receipt, or your order has expired and you
            still have your money.
          </span>
        </li>
        <li>
          {day(maturesAt)}
          <span>Your units mature: redeem them on the page My bonds to get their face value.</span>
        </li>
      </ol>
    </Block>
  )
}

/** One series: its terms, its calendar, the reader's own orders, and the issuer's panel. */
export function SeriesPage({ page, reply }: Props) {
  const { buy, communityId, now, panel, series, time } = page
  useFresh(buy.orders.some((order) => isUnderWay(order) && settlesSoon(order, series, page.selfSettled)))
  const { origin } = useRootData()
  const frame = useFrame()
  const address = hasPublicProfile(frame)
    ? `/explore/${frame.slug}/bonds/${series.code}`
    : insidePath(frame.id, `bondissued?series=${series.code}`)
  const isOpen = series.state === "open"
  const hasOrdered = buy.orders.some(isUnderWay)
  const isOrdered = isOpen || series.state === "scheduled" || buy.orders.length > 0
  const myOrders = (
    <MyOrders
      orders={buy.orders}
      series={series}
      now={now}
      selfSettled={page.selfSettled}
      reply={replyTo(reply, "withdraw")}
    />
  )
  return (
    <div className="stack" data-gap="l">
      <div className="row small" data-apart>
        <Link to="?">All series</Link>
        <span className="row">
          <Moved
            kind="order"
            thing={series.id}
            shown={`${series.sold}/${series.settledUnits}/${series.redeemedUnits}`}
          />
          <ShareButton url={`${origin}${address}`} title={series.name} />
        </span>
      </div>
      <header className="page-head" data-lay="item">
        <p className="row">
          <SeriesState series={series} now={now} />
          {series.securedBy !== null && <SecuredChip />}
          <span className="eyebrow">
            <BondCode code={series.code} /> · {series.variant === "zero" ? "zero coupon" : "coupon bond"}
          </span>
        </p>
        <h1>{series.name}</h1>
      </header>
      <SeriesNotices series={series} now={now} withdrawn={panel === null ? page.withdrawn : []} />
      {isOpen && (
        // On a phone the order form is below the terms, so this button leads to it.
        <a className="button bond-order" href={`#${hasOrdered ? MY_ORDERS_ID : ORDER_ID}`}>
          {hasOrdered ? "My order" : "Order units"}
        </a>
      )}
      <div className={isOrdered ? "columns" : undefined}>
        <div className="stack" data-gap="l">
          <Markdown tree={series.purpose} />
          <TakeCollateral series={series} communityId={communityId} takes={page.takes} />
          <SeriesSheet
            page={page}
            communityId={communityId}
            proposalHref={series.decidedIn === null ? null : proposalPath(communityId, series.decidedIn)}
            units={Math.min(series.units, Math.max(1, buy.least, 10))}
          />
          {panel !== null && (
            <IssuerPanel panel={panel} series={series} communityId={communityId} now={now} reply={reply} />
          )}
        </div>
        {isOrdered && (
          <aside aria-label="Order" className="stack" data-gap="l">
            {hasOrdered && myOrders}
            {(isOpen || series.state === "scheduled") && (
              <BuyBox buy={buy} series={series} communityId={communityId} now={now} isMore={hasOrdered} />
            )}
            {!hasOrdered && myOrders}
            {isOpen && <AfterOrder series={series} />}
          </aside>
        )}
      </div>
      {time !== null && <LedgerTime time={time} />}
    </div>
  )
}
