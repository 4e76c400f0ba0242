import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { TimePair } from "~/components/base/parts/time-pair"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { OrderView, SeriesCard } from "~/effects/treasury/bonds/views"

/** Anchor of the orders on the page. */
export const MY_ORDERS_ID = "my-orders"

/** Signed, and neither settled nor ended. */
export const isUnderWay = ({ state }: OrderView) => state === "signed" || state === "settling"

/** The relayer settles the order automatically as soon as it can. */
export const settlesSoon = (
  { direction, state }: OrderView,
  { settleMode, state: series }: SeriesCard,
  selfSettled: ReadonlyArray<OrderView["direction"]>
) =>
  selfSettled.includes(direction) &&
  (state === "settling" || direction === "redeem" || settleMode === "rolling" || series === "settling")

type Props = {
  readonly selfSettled: ReadonlyArray<OrderView["direction"]>
  readonly orders: ReadonlyArray<OrderView>
  readonly series: SeriesCard
  readonly now: number
  readonly reply: PageReply | undefined
}

/** The fields of a series that the texts about its orders need. */
export type Ordered = Pick<SeriesCard, "saleClosesAt" | "settleBy" | "settleMode">

/** The state of an order in a sentence. */
export function OrderWords({
  now,
  order,
  receipts = "../bondrecipt",
  series
}: {
  readonly order: OrderView
  readonly series: Ordered
  readonly now: number
  /** Path to the receipts, relative to this page. */
  readonly receipts?: string
}) {
  const isBuy = order.direction === "buy"
  switch (order.state) {
    case "signed":
      return isBuy ? (
        <p>
          Ordered. Nothing has left your wallet. It will be swapped in one transaction{" "}
          {series.settleMode === "atClose" ? (
            <>
              between <TimePair at={series.saleClosesAt} now={now} short /> and{" "}
            </>
          ) : (
            "by "
          )}
          <TimePair at={series.settleBy} now={now} short />.
        </p>
      ) : (
        <p>Requested. Nothing has left your wallet. The treasury swaps it in one transaction.</p>
      )
    case "settling":
      return <p>Being settled. Waiting for the ledger to confirm.</p>
    case "settled":
      return (
        <p>
          {isBuy ? "Settled. The units are in your account." : "Redeemed. The money is in your account."}{" "}
          <Link to={receipts} relative="path">
            Receipts
          </Link>
        </p>
      )
    case "lapsed":
      return <p>The {isBuy ? "order" : "request"} expired unused. Nothing left your wallet.</p>
    case "withdrawn":
      return <p>Withdrawn. We will not use your signed order.</p>
    default:
      return <p>Failed: {order.failure ?? "the ledger gave no reason"}. Nothing left your wallet.</p>
  }
}

type Withdrawing = {
  readonly order: OrderView
  readonly now: number
  /** Set on pages outside the community. */
  readonly community?: string
}

/** Withdraws an order before it is being settled. */
export function WithdrawForm({ community, now, order }: Withdrawing) {
  const isBusy = useNavigation().state !== "idle"
  return (
    <Form method="post" preventScrollReset className="stack" data-gap="s">
      <input type="hidden" name="order" value={order.id} />
      {community !== undefined && <input type="hidden" name="community" value={community} />}
      <p className="small muted">
        If you withdraw, we will not use your signed order. To rule out anyone else using it, move the money or wait
        until it expires on <TimePair at={order.expiresAt} now={now} short />.
      </p>
      <div>
        <BusyButton
          className="button"
          data-kind="danger"
          data-size="s"
          type="submit"
          name="intent"
          value="withdraw"
          isBusy={isBusy}
        >
          Withdraw order
        </BusyButton>
      </div>
    </Form>
  )
}

export function MyOrders({ now, orders, reply, selfSettled, series }: Props) {
  if (orders.length === 0) return null
  return (
    <Block id={MY_ORDERS_ID} title={orders.length === 1 ? "My order" : "My orders"}>
      <ReplyNotice reply={reply} />
      <ul className="entries">
        {orders.map((order) => (
          <li key={order.id} className="stack" data-gap="s">
            <p>
              <b>
                {counted(order.units, "unit")}, {moneyText(order.total)} {series.symbol}
              </b>
            </p>
            <div role="status">
              {order.state === "signed" && settlesSoon(order, series, selfSettled) ? (
                <p>
                  Ordered. Nothing has left your wallet yet. The site completes it automatically, within about a minute.
                  This page shows it.
                </p>
              ) : (
                <OrderWords order={order} series={series} now={now} />
              )}
            </div>
            {order.state === "signed" && (order.direction === "redeem" || series.state === "open") && (
              <WithdrawForm order={order} now={now} />
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
