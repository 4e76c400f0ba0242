import { Link } from "@remix-run/react"
import { type FormEvent, useEffect, useId, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Fact } from "~/components/base/parts/fact"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { insidePath } from "~/components/base/site/inside-path"
import { useMaybeFrame } from "~/components/base/site/use-frame"
import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import { useWalletNow } from "~/components/wallet/wallet/use-wallet"
import type { CommunityId } from "~/effects/access/Community"
import { counted } from "~/effects/base/text/counted"
import { dayText } from "~/effects/treasury/bonds/codes"
import { isLess, moneyText, timesUnits, wholeText } from "~/effects/treasury/bonds/money"
import type { BuyView, Terms } from "~/effects/treasury/bonds/views"
import { orderText } from "~/effects/treasury/bonds/words"
import { InWallet } from "./in-wallet"
import { MY_ORDERS_ID } from "./my-orders"
import { usePreAuthorization } from "./use-pre-authorization"

/** Anchor of the order form on the page. */
export const ORDER_ID = "order"

type Props = {
  readonly buy: BuyView
  readonly series: Terms
  readonly communityId: CommunityId
  readonly now: number
  /** The buyer has an order that waits: it leads the page, and this form is folded away. */
  readonly isMore: boolean
}

/** "40 XRD in coupons, then 2,000 XRD on 30 Nov 2028". */
const whenPaid = ({ faceValue, maturesAt, payments, symbol }: Terms, units: number): string => {
  const atLast = `${moneyText(timesUnits(faceValue, units))} ${symbol} on ${dayText(maturesAt)}`
  const [first, ...more] = payments.filter(({ kind }) => kind === "coupon")
  if (first === undefined) return atLast
  const coupons = more.length === 0 ? "a coupon" : `${more.length + 1} coupons from ${dayText(first.dueAt)}`
  return `${coupons}, and ${atLast}`
}

/** Why nothing can be ordered; undefined if something can. */
const outText = ({ have, most }: BuyView, { sold, units }: Terms): string | undefined => {
  if (most > 0) return undefined
  return sold >= units
    ? "All units are ordered."
    : `You cannot order any more; you already have ${counted(have, "unit")}.`
}

const useOrder = ({ least, orders }: BuyView, series: Terms, communityId: CommunityId) => {
  const [units, setUnits] = useState(String(Math.max(1, least)))
  const [hasRead, setRead] = useState(false)
  const { isBusy, start, state } = usePreAuthorization(`/api/bonds/${communityId}/orders`, "order")
  /** Null until the field contains a number. */
  const count = /^\d{1,7}$/.test(units) ? Number(units) : null
  const total = count === null ? null : timesUnits(series.issuePrice, count)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void start({ series: series.id, direction: "buy", units: count ?? units, hasRead })
  }
  const isDone = state.status === "done"
  /** Number of orders after signing; the page shows the new one shortly after the wallet has answered. */
  const made = isDone ? orders.length : 0
  useEffect(() => {
    if (made === 0) return
    // Resets the form for another order and scrolls to the one just made.
    setUnits(String(Math.max(1, least)))
    setRead(false)
    const mine = document.getElementById(MY_ORDERS_ID)
    mine?.setAttribute("tabindex", "-1")
    mine?.focus()
  }, [made, least])
  return { units, setUnits, hasRead, setRead, count, total, isBusy, isDone, state, send }
}
type Order = ReturnType<typeof useOrder>

/**
 * The order form (docs/product/bonds.md): units, total, the buyer's balance and the wallet. No money leaves the wallet
 * here.
 */
export function BuyBox({ buy, communityId, isMore, now, series }: Props) {
  useWalletNow()
  const id = useId()
  const order = useOrder(buy, series, communityId)
  return (
    <section className="card" data-lead id={ORDER_ID} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="h3">
        {isMore ? "Another order" : "Your order"}
      </h2>
      <p role="status" className="visually-hidden">
        {order.isDone && "Ordered. Nothing has left your wallet."}
      </p>
      {series.state === "scheduled" ? (
        <p>
          The sale opens on <TimePair at={series.saleOpensAt} now={now} />.
        </p>
      ) : buy.refusal !== null ? (
        <Notice>
          <p>{buy.refusal}</p>
          <JoinFirst communityId={communityId} />
        </Notice>
      ) : isMore ? (
        <details key={buy.orders.length}>
          <summary>Order more units</summary>
          <OrderForm order={order} buy={buy} series={series} />
        </details>
      ) : (
        <OrderForm order={order} buy={buy} series={series} />
      )}
      <noscript>
        <p>This step needs your wallet and JavaScript.</p>
      </noscript>
      <p className="small muted">
        You sign a pre-authorization: an order that can only happen as a complete swap and that expires on{" "}
        <TimePair at={series.settleBy} now={now} short />. Test network. Tokens here have no value.
      </p>
    </section>
  )
}

/** An offer to members, shown to somebody who is not one: a button to join. */
function JoinFirst({ communityId }: Pick<Props, "communityId">) {
  const frame = useMaybeFrame()
  if (frame === undefined || frame.role !== null || !frame.communityRole.hasProfile) return null
  return (
    <p>
      <Link className="button" to={insidePath(communityId)}>
        Join {frame.name}
      </Link>
    </p>
  )
}

type PartProps = Pick<Props, "buy" | "series"> & { readonly order: Order }

function OrderForm({ buy, order, series }: PartProps) {
  const id = useId()
  const isOut = outText(buy, series)
  return (
    // `dialog` sends nothing without scripts; `get` would put the fields into the page's address.
    <form className="stack" method="dialog" onSubmit={order.send} noValidate>
      <UnitsField order={order} hint={orderText(buy)} />
      <OrderFacts order={order} buy={buy} series={series} />
      <Shortfall order={order} buy={buy} series={series} />
      <label className="check">
        <input type="checkbox" checked={order.hasRead} onChange={(event) => order.setRead(event.target.checked)} /> I
        have read the terms
      </label>
      {isOut !== undefined && (
        <p className="small" id={`${id}-out`}>
          {isOut}
        </p>
      )}
      <BusyButton
        needsScript
        className="button"
        data-kind="primary"
        data-size="full"
        type="submit"
        disabled={isOut !== undefined}
        aria-describedby={isOut === undefined ? undefined : `${id}-out`}
        isBusy={order.isBusy}
      >
        {order.isBusy ? "In your wallet…" : "Order"}
      </BusyButton>
      <OrderReply order={order} />
    </form>
  )
}

function UnitsField({ hint, order: { setUnits, state, units } }: Pick<PartProps, "order"> & { readonly hint: string }) {
  const id = useId()
  return (
    <div className="field" data-invalid={state.status === "refused" ? true : undefined}>
      <label htmlFor={`${id}-units`}>Units</label>
      <input
        className="input"
        data-lay="big"
        id={`${id}-units`}
        inputMode="numeric"
        value={units}
        onChange={(event) => setUnits(event.target.value.trim())}
        aria-describedby={`${id}-hint`}
      />
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}

function OrderFacts({ buy, order: { count, total }, series }: PartProps) {
  return (
    <dl className="facts">
      <Fact name="Total">
        <span className="amount">{total === null ? "–" : `${moneyText(total)} ${series.symbol}`}</span>
      </Fact>
      <Fact name="You get">
        {count === null ? "–" : `${moneyText(timesUnits(series.owedPerUnit, count))} ${series.symbol} in total`}
      </Fact>
      <Fact name="When">{count === null ? "–" : whenPaid(series, count)}</Fact>
      {buy.held !== null && (
        <Fact name="You hold">
          {moneyText(buy.held)} {series.symbol}
        </Fact>
      )}
    </dl>
  )
}

/** What the account is short of for this order, and where to get test money. */
function Shortfall({ buy: { held }, order: { state, total }, series }: PartProps) {
  if (total === null || held === null || !isLess(held, total)) return null
  return (
    <p className="small">
      {state.status !== "refused" && `You hold ${wholeText(held)} ${series.symbol}; ${wholeText(total)} is needed. `}
      Test XRD is free. <Link to="/resources/connect#tokens">How test tokens work</Link> <PracticeWalletButton />
    </p>
  )
}

/** The result of the order: in the wallet, or refused. A signed order leads the page instead. */
function OrderReply({ order: { setUnits, state } }: Pick<PartProps, "order">) {
  return (
    <div role="status" className="stack">
      {state.status === "signing" && <InWallet />}
      {state.status === "refused" && (
        <Notice tone="bad">
          <p>{state.message}</p>
          {state.left !== null && state.left > 0 && (
            <HydratedButton className="button" data-size="s" onClick={() => setUnits(String(state.left))}>
              Take the remaining {state.left}
            </HydratedButton>
          )}
        </Notice>
      )}
    </div>
  )
}
