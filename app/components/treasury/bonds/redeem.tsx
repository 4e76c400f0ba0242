import { BusyButton } from "~/components/base/forms/busy-button"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { useWalletNow } from "~/components/wallet/wallet/use-wallet"
import type { CommunityId } from "~/effects/access/Community"
import { counted } from "~/effects/base/text/counted"
import type { HoldingView } from "~/effects/treasury/bonds/heldViews"
import { moneyText, timesUnits } from "~/effects/treasury/bonds/money"
import type { SeriesCard } from "~/effects/treasury/bonds/views"
import { BondCode } from "./bond-code"
import { InWallet } from "./in-wallet"
import { type Ordered, OrderWords, WithdrawForm } from "./my-orders"
import { usePreAuthorization } from "./use-pre-authorization"

type Props = {
  readonly holding: Pick<HoldingView, "held" | "mayRedeem" | "orders"> & {
    readonly series: Ordered & Pick<SeriesCard, "code" | "faceValue" | "id" | "payments" | "symbol">
  }
  readonly communityId: CommunityId
  readonly now: number
  /**
   * The page is the holder's own, the only one some holders can read: it links to their receipts and to withdrawing.
   */
  readonly isOwnPage?: boolean
}

/** Redeeming units at face value: the holder's signature, and the state of earlier requests. */
export function Redeem({ communityId, holding: { held, mayRedeem, orders, series }, isOwnPage = false, now }: Props) {
  useWalletNow()
  const { isBusy, start, state } = usePreAuthorization(`/api/bonds/${communityId}/orders`, "redemption")
  const requests = orders.filter(({ direction }) => direction === "redeem")
  if (!mayRedeem && requests.length === 0) return null
  const waiting = requests
    .filter((each) => each.state === "signed" || each.state === "settling")
    .reduce((sum, { units }) => sum + units, 0)
  const units = Number(held ?? 0) - waiting
  return (
    <Block
      id={`redeem-${series.code}`}
      title={
        <>
          Redeem <BondCode code={series.code} />
        </>
      }
    >
      <div className="stack">
        {mayRedeem && (
          <>
            <OfferWords series={series} units={units} />
            <div>
              <BusyButton
                className="button"
                data-kind="primary"
                type="button"
                isBusy={isBusy}
                onClick={() => void start({ series: series.id, direction: "redeem", units, hasRead: true })}
              >
                {isBusy ? "In your wallet…" : "Redeem all"}
              </BusyButton>
            </div>
          </>
        )}
        <div role="status">
          {state.status === "signing" && <InWallet />}
          {state.status === "refused" && (
            <Notice tone="bad">
              <p>{state.message}</p>
            </Notice>
          )}
        </div>
        {requests.length > 0 && (
          <ul className="entries">
            {requests.map((order) => (
              <li key={order.id} className="stack" data-gap="s">
                <RequestEntry order={order} series={series} communityId={communityId} now={now} isOwnPage={isOwnPage} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Block>
  )
}

type Series = Props["holding"]["series"]

const unpaidCoupons = (many: number): string =>
  many === 1
    ? "One coupon has not been paid yet. The treasury pays it first, to everyone who held units when it fell due."
    : `${many} coupons have not been paid yet. The treasury pays them first, to everyone who held units when each fell due.`

/** What the holder gives and gets. */
function OfferWords({ series, units }: { readonly series: Series; readonly units: number }) {
  const coupons = series.payments.filter(({ kind, status }) => kind === "coupon" && status !== "paid").length
  return (
    <p>
      <BondCode code={series.code} /> has matured. You give {counted(units, "unit")} and get{" "}
      {moneyText(series.faceValue)} {series.symbol} for each, {moneyText(timesUnits(series.faceValue, units))}{" "}
      {series.symbol} in total, in one transaction, once the treasury has signed too.
      {coupons > 0 && ` ${unpaidCoupons(coupons)}`}
    </p>
  )
}

type RequestEntryProps = Pick<Props, "communityId" | "now"> & {
  readonly order: Props["holding"]["orders"][number]
  readonly series: Series
  readonly isOwnPage: boolean
}

/** The state of one request; it can be withdrawn until it is settled. */
function RequestEntry({ communityId, isOwnPage, now, order, series }: RequestEntryProps) {
  return (
    <>
      <p>
        <b>
          {counted(order.units, "unit")} for {moneyText(order.total)} {series.symbol}
        </b>
      </p>
      <OrderWords order={order} series={series} now={now} {...(isOwnPage && { receipts: "#receipts" })} />
      {isOwnPage && order.state === "signed" && <WithdrawForm order={order} community={communityId} now={now} />}
    </>
  )
}
