import { Link } from "@remix-run/react"
import { type FormEvent, useId, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import { useWalletNow } from "~/components/wallet/wallet/use-wallet"
import { dayText } from "~/effects/treasury/bonds/codes"
import { debtText, isLess, moneyText, timesUnits, wholeText } from "~/effects/treasury/bonds/money"
import { counted, orderText } from "~/effects/treasury/bonds/unitWords"
import type { BuyView, Terms } from "~/effects/treasury/bonds/views"
import { Fact } from "./facts"
import { InWallet } from "./in-wallet"
import { usePreAuthorization } from "./use-pre-authorization"

/** Where the order stands on its page. */
export const ORDER_ID = "order"

type Props = { readonly buy: BuyView; readonly series: Terms; readonly communityId: string; readonly now: number }

/** "40 XRD in coupons, then 2,000 XRD on 30 Nov 2028". */
const whenPaid = ({ faceValue, maturesAt, payments, symbol }: Terms, units: number): string => {
  const atLast = `${moneyText(timesUnits(faceValue, units))} ${symbol} on ${dayText(maturesAt)}`
  const [first, ...more] = payments.filter(({ kind }) => kind === "coupon")
  if (first === undefined) return atLast
  const coupons = more.length === 0 ? "a coupon" : `${more.length + 1} coupons from ${dayText(first.dueAt)}`
  return `${coupons}, and ${atLast}`
}

/** Why nothing can be ordered; undefined where something can. */
const outText = ({ have, most }: BuyView, { sold, units }: Terms): string | undefined => {
  if (most > 0) return undefined
  return sold >= units ? "All units are ordered." : `You cannot order more; you already have ${counted(have, "unit")}.`
}

/** R-B4: units, total, what one holds, the tick, the wallet. Nothing leaves the wallet here. */
export function BuyBox({ buy, communityId, now, series }: Props) {
  useWalletNow()
  const id = useId()
  const [units, setUnits] = useState(String(Math.max(1, buy.least)))
  const [hasRead, setRead] = useState(false)
  const { isBusy, start, state } = usePreAuthorization(`/api/bonds/${communityId}/orders`, "order")
  const isNumber = /^\d{1,7}$/.test(units)
  const total = isNumber ? timesUnits(series.issuePrice, Number(units)) : null
  const order = (event: FormEvent) => {
    event.preventDefault()
    void start({ series: series.id, direction: "buy", units: isNumber ? Number(units) : units, hasRead })
  }
  const isOut = outText(buy, series)
  const lacks = total !== null && buy.held !== null && isLess(buy.held, total)

  return (
    <section className="card" data-lead id={ORDER_ID} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="h3">
        Your order
      </h2>
      {series.state === "scheduled" ? (
        <p>
          The sale opens on <TimePair at={series.saleOpensAt} now={now} />.
        </p>
      ) : buy.refusal !== null ? (
        <Notice>
          <p>{buy.refusal}</p>
        </Notice>
      ) : (
        <form className="stack" onSubmit={order} noValidate>
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
              {isOut ?? orderText(buy)}
            </p>
          </div>
          <dl className="facts">
            <Fact name="Total">
              <span className="amount">{total === null ? "–" : `${moneyText(total)} ${series.symbol}`}</span>
            </Fact>
            <Fact name="You get">
              {total === null
                ? "–"
                : `${debtText(timesUnits(series.owedPerUnit, Number(units)))} ${series.symbol} in all`}
            </Fact>
            <Fact name="When">{total === null ? "–" : whenPaid(series, Number(units))}</Fact>
            {buy.held !== null && (
              <Fact name="You hold">
                {moneyText(buy.held)} {series.symbol}
              </Fact>
            )}
          </dl>
          {lacks && buy.held !== null && (
            <p className="small">
              {state.status !== "refused" &&
                `You hold ${wholeText(buy.held)} ${series.symbol}; ${wholeText(total)} is needed. `}
              Test XRD costs nothing: <Link to="/resources/connect#tokens">where it comes from</Link>{" "}
              <PracticeWalletButton />
            </p>
          )}
          <label className="check">
            <input type="checkbox" checked={hasRead} onChange={(event) => setRead(event.target.checked)} /> I have read
            the terms
          </label>
          <BusyButton
            className="button"
            data-kind="primary"
            data-size="full"
            type="submit"
            disabled={isOut !== undefined}
            isBusy={isBusy}
          >
            {isBusy ? "In your wallet…" : "Order"}
          </BusyButton>
          <div role="status" className="stack">
            {state.status === "signing" && <InWallet />}
            {state.status === "refused" && (
              <Notice tone="bad">
                <p>{state.message}</p>
                {state.left !== null && state.left > 0 && (
                  <button className="button" data-size="s" type="button" onClick={() => setUnits(String(state.left))}>
                    Take the remaining {state.left}
                  </button>
                )}
              </Notice>
            )}
            {state.status === "done" && buy.orders.some((each) => each.state === "signed") && (
              <Notice tone="ok">
                <p>Ordered. Nothing has left your wallet.</p>
              </Notice>
            )}
          </div>
        </form>
      )}
      <noscript>
        <p>This step needs your wallet and JavaScript.</p>
      </noscript>
      <p className="small muted">
        You sign a pre-authorization: an order that can only happen as a whole swap, and ends on{" "}
        <TimePair at={series.settleBy} now={now} short />. Test network. Tokens here have no value.
      </p>
    </section>
  )
}
