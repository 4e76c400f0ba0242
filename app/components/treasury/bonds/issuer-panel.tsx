import { Form } from "@remix-run/react"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { RowMore } from "~/components/base/parts/row-more"
import { TimePair } from "~/components/base/parts/time-pair"
import { shortAddress } from "~/components/base/text/short-address"
import { holderName } from "~/components/chain/prepared-transactions/step-server"
import { enforcedByText } from "~/components/treasury/payouts/enforced-by-text"
import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"
import type { CommunityId } from "~/effects/access/Community"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { dayText } from "~/effects/treasury/bonds/codes"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { PanelView, Terms } from "~/effects/treasury/bonds/views"
import { EscrowBonds } from "./escrow-bonds"
import { SettlePart, WouldFail } from "./settle-part"
import { usePreAuthorization } from "./use-pre-authorization"

type Props = {
  readonly panel: PanelView
  readonly series: Terms
  readonly communityId: CommunityId
  readonly now: number
  readonly reply: PageReply | undefined
}

/** The issuer's panel: waiting orders, the next batch, and cancelling a sale that failed. */
export function IssuerPanel({ communityId, now, panel, reply, series }: Props) {
  const batches = `/api/bonds/${communityId}/batches`
  const { isBusy, start, state } = usePreAuthorization(batches, "batch", () => ({ release: holderName() }))
  const site = panel.escrow?.direction === panel.direction ? panel.escrow.escrow?.state : undefined
  const isBySite = site === "funded" || site === "refunding"
  const isSale = panel.direction === "buy"
  const settle = (agreed: ReadonlyArray<string>, takeOver = false) =>
    void start({ series: series.id, direction: panel.direction, ask: holderName(), takeOver, agreed })
  return (
    <Block
      id="panel"
      title="For the treasury"
      more={<span className="small muted">{panel.waitingOrders} waiting</span>}
    >
      <div className="stack">
        <p>
          {panel.waitingOrders === 0
            ? isSale
              ? "No orders are waiting."
              : "No redemption requests are waiting."
            : `${counted(panel.waitingOrders, isSale ? "order" : "request")} for ${counted(panel.waitingUnits, "unit")} wait${panel.waitingOrders === 1 ? "s" : ""}.`}{" "}
          {panel.isUnderWay && "A batch has been sent; the ledger has not decided yet."}
        </p>
        {panel.isMissed && (
          <Notice tone="warn">
            <p>
              The minimum of {series.minRaiseUnits} units was not reached. Cancel the series; otherwise it ends
              automatically on <TimePair at={series.settleBy} now={now} short />.
            </p>
          </Notice>
        )}
        {panel.couponDue !== null && panel.waitingOrders > 0 && (
          <Notice tone="warn">
            <p>
              Pay the coupon of {dayText(panel.couponDue)} first: anyone who redeems units before it is paid would lose
              it.
            </p>
          </Notice>
        )}
        {panel.orders.length > 0 && <Unsettled panel={panel} series={series} />}
        {panel.isWhole && (
          <p className="small muted">
            We test all orders before settling the first one, and settle nothing if they do not reach the minimum of{" "}
            {series.minRaiseUnits} units. One transaction takes 20 orders, the largest first. If the minimum needs more
            than one transaction, a buyer can still spend the money in between; the orders already settled then stay
            valid.
          </p>
        )}
        {panel.escrow !== null && (
          <EscrowBonds panel={panel} of={panel.escrow} series={series} now={now} reply={reply} />
        )}
        {panel.escrow === null && panel.multisig !== null && (
          <p className="small">
            This treasury needs {enforcedByText(panel.multisig)}. To settle orders they need this site's relayer key,
            which the operator has not set up.
          </p>
        )}
        {panel.maySettle && !isBySite && panel.multisig === null && (
          <SettlePart panel={panel} communityId={communityId} now={now} isBusy={isBusy} onSettle={settle} />
        )}
        <BatchProgress state={state} symbol={series.symbol} isBusy={isBusy} onGoOn={settle} />
        {series.payments.some(({ dueAt, kind, status }) => kind === "coupon" && status !== "paid" && dueAt <= now) && (
          <CouponPart seriesId={series.id} reply={reply} />
        )}
        {panel.mayCancel && <CancelPart seriesId={series.id} reply={reply} />}
      </div>
    </Block>
  )
}

interface ProgressProps {
  readonly state: ReturnType<typeof usePreAuthorization>["state"]
  readonly symbol: string
  readonly isBusy: boolean
  readonly onGoOn: (agreed: ReadonlyArray<string>) => void
}

/** Progress of the batch: tested, in the wallet, refused or on the ledger. */
function BatchProgress({ isBusy, onGoOn, state, symbol }: ProgressProps) {
  return (
    <div role="status" className="stack">
      {state.status === "checking" && <p>Testing the batch on the ledger…</p>}
      {state.status === "signing" && (
        <p>
          Tested: {counted(Number(state.prepared.orders), "order")}, {counted(Number(state.prepared.units), "unit")} for{" "}
          {moneyText(String(state.prepared.amount))} {symbol}; {String(state.prepared.failed)} would fail.{" "}
          {Number(state.prepared.toMinimum) > 1 &&
            `The minimum is reached with transaction ${String(state.prepared.toMinimum)}. `}
          Check your wallet to approve the batch. <PracticeWalletButton />
        </p>
      )}
      {state.status === "refused" && (
        <Notice tone="bad">
          <p>{state.message}</p>
          <WouldFail said={state.said} isBusy={isBusy} onGoOn={onGoOn} />
        </Notice>
      )}
      {state.status === "done" && (
        <Notice tone={state.response.state === "failed" ? "bad" : "ok"}>
          <p>
            {state.response.state === "committed"
              ? "Confirmed on the ledger: the batch was swapped in one transaction."
              : state.response.state === "failed"
                ? String(state.response.problem)
                : "Sent. The ledger has not decided yet. Reload this page to see the result."}
          </p>
        </Notice>
      )}
    </div>
  )
}

interface SeriesFormProps {
  readonly seriesId: string
  readonly reply: PageReply | undefined
}

/** A due coupon opens as a payout that is already filled in. */
function CouponPart({ reply, seriesId }: SeriesFormProps) {
  return (
    <Form method="post" className="stack" data-gap="s">
      <ReplyNotice reply={replyTo(reply, "coupon")} />
      <input type="hidden" name="series" value={seriesId} />
      <p>
        A coupon is due. It is paid as a payout to everyone who held units when it fell due, even if they have sold them
        since.
      </p>
      <div>
        <button className="button" data-kind="primary" type="submit" name="intent" value="coupon">
          Prepare coupon
        </button>
      </div>
    </Form>
  )
}

/** Cancels a sale, with a reason, before its first settlement. */
function CancelPart({ reply, seriesId }: SeriesFormProps) {
  const cancelReply = replyTo(reply, "cancel")
  return (
    <details className="disclosure">
      <summary>Cancel series</summary>
      <Form method="post" className="stack" preventScrollReset>
        <ReplyNotice reply={cancelReply} />
        <input type="hidden" name="series" value={seriesId} />
        <PlainField
          name="reason"
          label="Reason"
          hint="5 to 300 characters. The reason is public. All orders end unused."
          maxLength={300}
          value={typed(cancelReply, "reason")}
          reply={cancelReply}
        />
        <div>
          <button className="button" data-kind="danger" type="submit" name="intent" value="cancel">
            Cancel series
          </button>
        </div>
      </Form>
    </details>
  )
}

/** The status of an order in its row; an order that waits again shows why it failed. */
const whereItIs = ({ failure, state }: PanelView["orders"][number]): string => {
  if (state === "settling") return "In a batch"
  if (state === "failed") return `Failed: ${failure ?? "the ledger gave no reason"}`
  return failure === null ? "Waits" : `Waiting again: ${failure}`
}

function Unsettled({ panel, series }: Pick<Props, "panel" | "series">) {
  const total = panel.direction === "buy" ? "Total" : "To pay"
  return (
    <table className="table" data-cards data-lines>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">State</th>
          <th scope="col" className="num" data-line="fact">
            Units
          </th>
          <th scope="col" className="num">
            {total}, {series.symbol}
          </th>
        </tr>
      </thead>
      <tbody>
        {panel.orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">
              <span className="address" title={order.account}>
                {shortAddress(order.account)}
              </span>
              <RowMore what={`the order of ${shortAddress(order.account)}`} />
            </th>
            <td data-label="State" data-line={order.failure === null ? "rest" : "below"}>
              {whereItIs(order)}
            </td>
            <td className="num" data-label="Units" data-line="fact">
              {order.units}
            </td>
            <td className="num" data-label={`${total}, ${series.symbol}`} data-line="rest">
              {moneyText(order.total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
