import { Form, Link, useNavigation } from "@remix-run/react"
import { moneyText } from "~/effects/bonds/money"
import { counted } from "~/effects/bonds/unitWords"
import type { OrderView, SeriesCard } from "~/effects/bonds/views"
import type { PageReply } from "~/effects/remix/PageReply"
import { ReplyNotice } from "../forms/reply-notice"
import { Block } from "../inside/block"
import { TimePair } from "../time-pair"

type Props = {
  readonly orders: ReadonlyArray<OrderView>
  readonly series: SeriesCard
  readonly now: number
  readonly reply: PageReply | undefined
}

/** R-B5: where an order is, in words. */
export function OrderWords({
  now,
  order,
  series
}: {
  readonly order: OrderView
  readonly series: SeriesCard
  readonly now: number
}) {
  const isBuy = order.direction === "buy"
  switch (order.state) {
    case "signed":
      return isBuy ? (
        <p>
          Ordered. Nothing has left your wallet. It will be swapped in one step{" "}
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
        <p>Asked for. Nothing has left your wallet. The treasury swaps it in one step.</p>
      )
    case "settling":
      return <p>Being settled. The ledger has not decided yet.</p>
    case "settled":
      return (
        <p>
          {isBuy ? "Settled. The units are in your account." : "Redeemed. The money is in your account."}{" "}
          <Link to="../bondrecipt" relative="path">
            Receipts
          </Link>
        </p>
      )
    case "lapsed":
      return <p>The {isBuy ? "order" : "request"} expired unused. Nothing left your wallet.</p>
    case "withdrawn":
      return <p>Withdrawn. We will not use your signed order.</p>
    default:
      return <p>Failed: {order.failure ?? "the ledger gives no reason"}. Nothing left your wallet.</p>
  }
}

export function MyOrders({ now, orders, reply, series }: Props) {
  const isBusy = useNavigation().state !== "idle"
  if (orders.length === 0) return null
  return (
    <Block id="my-orders" title={orders.length === 1 ? "My order" : "My orders"}>
      <ReplyNotice reply={reply} />
      <ul className="entries">
        {orders.map((order) => (
          <li key={order.id} className="stack" data-gap="s">
            <p>
              <b>
                {counted(order.units, "unit")}, {moneyText(order.total)} {series.symbol}
              </b>
            </p>
            <OrderWords order={order} series={series} now={now} />
            {order.state === "signed" && (order.direction === "redeem" || series.state === "open") && (
              <Form method="post" preventScrollReset className="stack" data-gap="s">
                <input type="hidden" name="order" value={order.id} />
                <p className="small muted">
                  We will not use your signed order. To make it impossible even for others, spend or move the amount, or
                  wait for its expiry at <TimePair at={order.expiresAt} now={now} short />.
                </p>
                <div>
                  <button
                    className="button"
                    data-kind="danger"
                    data-size="s"
                    type="submit"
                    name="intent"
                    value="withdraw"
                    disabled={isBusy}
                  >
                    Withdraw order
                  </button>
                </div>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
