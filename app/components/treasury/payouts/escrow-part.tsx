import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TimePair, UtcTime } from "~/components/base/parts/time-pair"
import { useFresh } from "~/components/base/site/use-fresh"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { shortRule } from "~/effects/treasury/deployment/seatIds"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { AskSigners } from "./ask-signers"
import { enforcedByText } from "./enforced-by-text"
import { EscrowApproval, TakeBack } from "./escrow-approval"
import { mostText } from "./escrow-notice"

type Props = { readonly page: RunPage; readonly escrow: EscrowSummary; readonly reply: PageReply | undefined }

/**
 * For example "6 batches a minute", from the funding of the escrow to the last confirmed batch; null before two are
 * confirmed.
 */
const rateOf = ({ chunks }: RunPage, { batches, fundedAt }: EscrowSummary): string | null => {
  const last = Math.max(0, ...chunks.map(({ state, updatedAt }) => (state === "committed" ? updatedAt : 0)))
  if (fundedAt === null || batches < 2 || last <= fundedAt) return null
  const rate = (batches * 60_000) / (last - fundedAt)
  return `${rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10} batches a minute`
}

/** When the next batch is due; null if one is due now or none is left. */
const nextDue = ({ chunks, now }: RunPage): number | null => {
  const open = chunks.filter(({ state }) => state !== "committed" && state !== "skipped")
  const days = open.map(({ dueAt }) => dueAt ?? 0)
  return days.length === 0 || Math.min(...days) <= now ? null : Math.min(...days)
}

const stateWords = (page: RunPage, { isUnderWay, problem, state }: EscrowSummary): ReactNode => {
  const { run } = page
  const nextDay = nextDue(page)
  if (state === "refunding") return "The site pays no further batches. The rest goes back to the treasury."
  if (run.paused === 1) {
    return isUnderWay
      ? "Paused. The batch that was already sent is still paid."
      : "Paused. No new batch is sent until someone resumes."
  }
  return problem === null ? (
    nextDay === null ? (
      "The site is paying. You can close this page."
    ) : (
      <>
        The site pays next on <UtcTime at={nextDay} />. You can close this page.
      </>
    )
  ) : (
    "The site tries again automatically."
  )
}

/** A payout that the relayer is paying: progress, cost and all controls to intervene. */
export function EscrowPart({ page, escrow, reply }: Props) {
  const { now, run } = page
  const isMoving = escrow.state === "refunding" || (run.paused === 0 && nextDue(page) === null)
  useFresh(isMoving)
  const rate = rateOf(page, escrow)
  return (
    <Block id="escrow" title="The site pays">
      <div className="stack">
        <p role="status">{stateWords(page, escrow)}</p>
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
        <dl className="facts">
          <Fact name="Paid from escrow" value={`${readable(escrow.paid)} of ${readable(escrow.total)} ${run.symbol}`} />
          <Fact name="Batches" value={`${counted(escrow.batches, "batch", "batches")} by the site`} />
          {rate !== null && <Fact name="Rate" value={rate} />}
          {escrow.signerRule !== null && (
            <Fact name="Who controls the escrow account" value={`${shortRule(escrow.signerRule)}, or the relayer`} />
          )}
          <Fact name="Cost so far" value={`${readable(escrow.spent)} XRD${feesText(escrow.account)}`} />
        </dl>
        <StepIn page={page} escrow={escrow} reply={reply} />
      </div>
    </Block>
  )
}

const feesText = (escrow: EscrowSummary["account"]): string =>
  escrow === null || escrow.held === null ? "" : `; ${readable(escrow.held.xrd)} left in escrow for fees`

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function StepIn({ page, escrow, reply }: Props) {
  const { run } = page
  const isPaying = escrow.state === "funded" && run.state === "running"
  const lastReply = ["pause", "resume", "retry", "stop", "withdraw-escrow"]
    .map((intent) => replyTo(reply, intent))
    .find((each) => each !== undefined)
  return (
    <div className="stack">
      <h3>Pause, stop or withdraw</h3>
      <ReplyNotice reply={lastReply} />
      {isPaying && (
        <Form className="stack" method="post" preventScrollReset>
          <EscrowApproval intent={run.paused === 1 ? "resume" : "pause"} word={run.paused === 1 ? "Resume" : "Pause"}>
            {run.paused === 1
              ? "The site pays on."
              : "No new batch is sent until you resume. A batch that was already sent is still paid."}
          </EscrowApproval>
          {escrow.problem !== null && (escrow.account?.haltedTx ?? null) === null && (
            <EscrowApproval intent="retry" word="Try again now">
              Tries immediately instead of at the next scheduled time.
            </EscrowApproval>
          )}
          <EscrowApproval intent="stop" word="Stop this payout">
            Nothing more is paid after the current batch. The site returns the rest{" "}
            {escrow.account === null ? "" : mostText(escrow.account, run.symbol)}, and the unspent fees.
          </EscrowApproval>
          {escrow.signerRule === null && (
            <EscrowApproval intent="withdraw-escrow" word="Sign the rest yourself">
              The site returns the rest to the treasury, and you sign the remaining batches one by one.
            </EscrowApproval>
          )}
        </Form>
      )}
      {escrow.signerRule === null ? (
        <TakeBack
          kind="park-back"
          intent="withdraw-by-wallet"
          step={page.step}
          reply={replyTo(reply, "withdraw-by-wallet")}
        />
      ) : page.multisig !== null ? (
        <AskSigners intent="propose-back" number={run.number} word="Ask the signers to withdraw everything">
          {enforcedByText(page.multisig)} must approve. The site's key is needed only to combine their signatures.
        </AskSigners>
      ) : (
        <p className="small">
          Signers funded this escrow, and the treasury has no signers today. Stop the payout, and the site returns the
          rest. If that fails, set up the same signers again; together they can withdraw everything.
        </p>
      )}
    </div>
  )
}
