import { Link } from "@remix-run/react"
import { DashboardTabs } from "~/components/activity/notifications/dashboard-tabs"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { UtcTime } from "~/components/base/parts/time-pair"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { HeldPage, HeldView } from "~/effects/treasury/bonds/heldViews"
import { moneyText } from "~/effects/treasury/bonds/money"
import { BondCode } from "./bond-code"
import { TakeCollateral } from "./collateral"
import { ReceiptEntries } from "./receipt-entries"
import { Redeem } from "./redeem"
import { LateNotice } from "./series-notices"
import { SeriesState } from "./series-state"

type Props = { readonly page: HeldPage; readonly reply: PageReply | undefined }

/**
 * An account's units of every series, with the form to redeem them; also for communities that the account cannot read.
 */
export function HeldBonds({ page: { hasProfile, holdings, now, receipts, time }, reply }: Props) {
  return (
    <>
      <div className="page-head">
        <h1>My bonds</h1>
        <p>Units in your account, from any issuer. Redeem them here, even if you are not a member of the community.</p>
      </div>
      {hasProfile && <DashboardTabs tab="bonds" />}
      <div className="stack" data-gap="l">
        <ReplyNotice reply={reply} />
        {time === null && <p>The ledger is not responding, so we cannot show what you hold right now.</p>}
        {holdings.length === 0 && time !== null && (
          <NothingYet>
            <p>You don't own any bonds issued here yet.</p>
            <p>
              <Link to="/explore?tab=sales">Browse open sales</Link>
            </p>
          </NothingYet>
        )}
        {holdings.map((holding) => (
          <Held key={holding.series.id} holding={holding} now={now} />
        ))}
        {receipts.length > 0 && (
          <Block id="receipts" title="Receipts">
            <p className="small muted">
              Each receipt is a file that anyone can check on the page <Link to="/verify">Verify</Link>.
            </p>
            <ReceiptEntries lines={receipts} now={now}>
              {({ filePath, number }) => (
                <a href={filePath} download>
                  {number}
                </a>
              )}
            </ReceiptEntries>
          </Block>
        )}
        <p className="small muted">Test network. Tokens here have no value.</p>
        {time !== null && <LedgerTime time={time} />}
      </div>
    </>
  )
}

function Held({ holding, now }: { readonly holding: HeldView; readonly now: number }) {
  const { communityId, held, mayTake, series } = holding
  const { code, collateralFrom, faceValue, id, maturesAt, name, symbol } = series
  return (
    <Block
      id={id}
      title={
        <>
          <BondCode code={code} />, {name}
        </>
      }
      more={<SeriesState series={series} now={now} />}
    >
      <div className="stack">
        <LateNotice series={series} now={now} />
        <p>
          {held === null
            ? "We cannot read how many units you hold right now."
            : `You hold ${counted(Number(held), "unit")}.`}{" "}
          Each pays {moneyText(faceValue)} {symbol} from <UtcTime at={maturesAt} /> on
          {collateralFrom !== null && (
            <>
              {" "}
              until <UtcTime at={collateralFrom} />; from then on you can take the collateral of a bond that was not
              redeemed
            </>
          )}
          .
        </p>
        {mayTake && <TakeCollateral series={series} communityId={communityId} takes={{ own: true, treasury: false }} />}
        <Redeem holding={holding} communityId={communityId} now={now} isOwnPage />
      </div>
    </Block>
  )
}
