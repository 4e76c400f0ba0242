import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { useFresh } from "~/components/base/site/use-fresh"
import { AskedStep } from "~/components/chain/prepared-transactions/asked-step"
import { OthersStep } from "~/components/chain/prepared-transactions/others-step"
import { isDecided } from "~/components/chain/prepared-transactions/states"
import { EscrowNotice, GoOnAfterAll, HeldWords, Returns } from "~/components/treasury/payouts/escrow-notice"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { EscrowPanel, PanelView, Terms } from "~/effects/treasury/bonds/views"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import { EscrowFigures } from "./escrow-figures"
import { BondTrust, escrowText, UnitsField } from "./escrow-messages"
import { MultisigOffer, MultisigRefund, MultisigRequested } from "./multisig-bonds"

interface Props {
  readonly panel: PanelView
  readonly of: EscrowPanel
  readonly series: Terms
  readonly now: number
  readonly reply: PageReply | undefined
}

type Part = Omit<Props, "panel"> & { readonly isSale: boolean; readonly fields: React.ReactNode }

const INTENTS = ["fund-escrow", "discard-funding", "withdraw-escrow", "retry-escrow", "withdraw-by-wallet"] as const

/** Escrow of a bond in each of its states: offered, funded, settling, ended. */
export function EscrowBonds({ of, panel, ...rest }: Props) {
  const { reply, series } = rest
  const { escrow, offer } = of
  const { multisig } = panel
  const isSale = of.direction === "buy"
  const lastReply = INTENTS.map((intent) => replyTo(reply, intent)).find((each) => each !== undefined)
  const fields = (
    <>
      <input type="hidden" name="series" value={series.id} />
      <input type="hidden" name="direction" value={isSale ? "buy" : "redeem"} />
    </>
  )
  const part = { ...rest, of, isSale, fields }
  const isLive = escrow?.state === "funded" || escrow?.state === "refunding"
  useFresh(isLive && (panel.waitingOrders > 0 || panel.isUnderWay || escrow.state === "refunding"))
  return (
    <section className="stack" aria-labelledby="self-settling">
      <h3 id="self-settling">{isSale ? "Automatic settlement of the sale" : "Automatic redemption"}</h3>
      <ReplyNotice reply={lastReply} />
      {escrow?.state === "asked" && escrow.problem === null && escrow.signerRule === null && (
        <Asked {...part} escrow={escrow} />
      )}
      {escrow?.state === "asked" && escrow.problem === null && escrow.signerRule !== null && (
        <MultisigRequested isSale={isSale} series={series} escrow={escrow} />
      )}
      {escrow?.state === "asked" && escrow.problem !== null && (
        <Notice tone="bad">
          <p>The escrow was not funded: {escrow.problem}</p>
        </Notice>
      )}
      {isLive && <AtWork {...part} panel={panel} escrow={escrow} />}
      {escrow?.state === "ended" && escrow.account !== null && (
        <>
          <EscrowNotice escrow={escrow.account} />
          <Returns escrow={escrow.account} />
          <HeldWords escrow={escrow.account} isEnded />
        </>
      )}
      {escrow?.state === "ended" && (
        <p className="small">
          The site settled {counted(escrow.orders, "order")} and paid out {escrowText(part, escrow.paid)}.{" "}
          {escrowText(part, escrow.returned)} and {moneyText(escrow.returnedFees)} XRD of the fees were returned.
        </p>
      )}
      {offer !== null && multisig === null && <Offer {...part} offer={offer} />}
      {offer !== null && multisig !== null && (
        <MultisigOffer isSale={isSale} series={series} offer={offer} multisig={multisig} />
      )}
    </section>
  )
}

function Offer({ fields, isSale, offer, reply, series }: Part & { readonly offer: NonNullable<EscrowPanel["offer"]> }) {
  const fundReply = replyTo(reply, "fund-escrow")
  const isSending = useNavigation().state !== "idle"
  return (
    <Form method="post" className="stack" preventScrollReset>
      {fields}
      <p>
        Move {isSale ? `the ${counted(offer.units, "unit")} that are not sold` : "the face values"} into escrow once,
        and the site settles{" "}
        {isSale
          ? series.settleMode === "rolling"
            ? "every order within about a minute of being signed"
            : "all orders when the sale closes"
          : "every request within about a minute of being signed"}
        . It returns the rest automatically. Or sign each batch of 20 yourself, as before.
      </p>
      {!isSale && <UnitsField offer={offer} symbol={series.symbol} reply={fundReply} />}
      <BondTrust isSale={isSale} series={series} total={offer.total} fees={offer.fees}>
        You can withdraw everything at any time.
      </BondTrust>
      <div>
        <BusyButton className="button" type="submit" name="intent" value="fund-escrow" isBusy={isSending}>
          Approve once
        </BusyButton>
      </div>
    </Form>
  )
}

function Asked({ fields, isSale, now, escrow, of: { step }, series }: Part & { readonly escrow: EscrowSummary }) {
  const { communityRole } = useFrame()
  const isOthers = step !== null && step.account !== communityRole.account && !isDecided(step.state)
  return (
    <div className="stack">
      <p>
        Your wallet moves {escrowText({ isSale, series }, escrow.total)} and {moneyText(escrow.fees)} XRD for fees into
        escrow.
      </p>
      {step !== null && !isOthers && (
        <AskedStep key={step.id} step={step} isWanted={false} word="Approve in my wallet" />
      )}
      {isOthers && (
        <OthersStep key={step.id} step={step} now={now}>
          {(isOver, why) => (
            <Form method="post" preventScrollReset>
              {fields}
              <button
                className="button"
                type="submit"
                name="intent"
                value="fund-escrow"
                disabled={!isOver}
                aria-describedby={why}
              >
                Take over
              </button>
            </Form>
          )}
        </OthersStep>
      )}
      <Form method="post" preventScrollReset>
        {fields}
        <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="discard-funding">
          Sign each batch yourself instead
        </button>
      </Form>
    </div>
  )
}

const workWords = ({ isSale, escrow: { problem, state }, series }: Part & { readonly escrow: EscrowSummary }) => {
  if (state === "refunding") return "The site settles nothing more. It returns the rest to the treasury."
  if (problem !== null) return "The site tries again automatically."
  if (isSale && series.settleMode === "atClose" && series.state !== "settling") {
    return "In escrow. The site settles all orders when the sale closes. You can close this page."
  }
  return "In escrow. The site settles orders as they are signed. You can close this page."
}

function AtWork(props: Part & { readonly panel: PanelView; readonly escrow: EscrowSummary }) {
  const { fields, isSale, now, of, panel, escrow, series } = props
  const { communityRole } = useFrame()
  const { step } = of
  const { account } = escrow
  const isMine = step !== null && step.kind === "bond-park-back" && step.account === communityRole.account
  return (
    <div className="stack">
      {account !== null && (
        <EscrowNotice escrow={account}>
          {escrow.state === "funded" && (
            <GoOnAfterAll escrow={account} intent="retry-escrow">
              {fields}
            </GoOnAfterAll>
          )}
        </EscrowNotice>
      )}
      <p role="status">{workWords(props)}</p>
      {account !== null && <Returns escrow={account} />}
      {escrow.problem !== null && (
        <Notice tone="bad">
          <p>{escrow.problem}</p>
          {escrow.nextAt > now && (
            <p className="small">
              Next automatic try: <TimePair at={escrow.nextAt} now={now} />
            </p>
          )}
        </Notice>
      )}
      <EscrowFigures isSale={isSale} series={series} escrow={escrow} />
      {isMine && <AskedStep key={step.id} step={step} isWanted={false} word="Withdraw in my wallet" />}
      <Form method="post" className="stack" preventScrollReset>
        {fields}
        {escrow.problem !== null && (account?.haltedTx ?? null) === null && (
          <div className="row">
            <button className="button" data-size="s" type="submit" name="intent" value="retry-escrow">
              Try again now
            </button>
          </div>
        )}
        {escrow.state === "funded" && (
          <div className="row">
            <button className="button" data-size="s" type="submit" name="intent" value="withdraw-escrow">
              {panel.multisig === null ? "Sign the rest yourself" : "Let the site return the rest"}
            </button>
            <span className="small">
              {panel.multisig === null
                ? "The site returns the rest, and you sign each batch again."
                : "The site settles nothing more from this escrow. The signers can fund a new one afterwards."}
            </span>
          </div>
        )}
        {escrow.signerRule === null && (
          <div className="row">
            <button
              className="button"
              data-kind="danger"
              data-size="s"
              type="submit"
              name="intent"
              value="withdraw-by-wallet"
            >
              {isMine ? "Prepare the withdrawal again" : "Withdraw everything"}
            </button>
            <span className="small">You sign this transaction yourself. It does not need the site's key.</span>
          </div>
        )}
      </Form>
      {escrow.signerRule !== null && panel.multisig !== null && (
        <MultisigRefund isSale={isSale} series={series} multisig={panel.multisig} />
      )}
    </div>
  )
}
