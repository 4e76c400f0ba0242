import { Form, Link, useNavigation } from "@remix-run/react"
import { useId } from "react"
import { Histogram } from "~/components/base/charts/histogram"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TestMoney } from "~/components/base/parts/test-money"
import { readable } from "~/effects/base/amounts/readable"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { peopleIn, recipientsWords } from "~/effects/treasury/payouts/list/people"
import { rhythmWords } from "~/effects/treasury/payouts/list/rhythm"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { amountRuleWords, voteReason } from "~/effects/treasury/payouts/voteRule"
import { FundPart } from "./fund-part"
import { MendTable } from "./mend-table"
import { PayChoice } from "./pay-choice"
import { ReadingPart } from "./reading-part"
import { RhythmPart } from "./rhythm-part"
import { RowTable } from "./row-table"
import { PaySteps } from "./steps"
import { leftOf } from "./sums"

type Props = {
  readonly page: RunPage
  readonly reply: PageReply | undefined
  /** Allows the next page to open the wallet without a second click. */
  readonly onPay: () => void
}

/** A payout between the check of its list and the first signature: rows, sums, vote and a preview of one batch. */
export function CheckView({ onPay, page, reply }: Props) {
  const { needsVote, run } = page
  // A payout approved without a vote can need one by now, for example because members joined.
  const requireAsked = run.state === "checked" || (run.state === "approved" && needsVote)
  const without = (["Read", "Approve"] as const).filter((step) => (step === "Read" ? run.reading === null : !needsVote))
  const now = run.state === "draft" ? "Check" : requireAsked ? "Approve" : "Send"
  return (
    <div className="stack" data-gap="l">
      <header className="stack" data-gap="s">
        <p className="eyebrow">Payout {run.number}</p>
        <h1>{run.title}</h1>
        {run.note !== "" && <p>{run.note}</p>}
      </header>
      <PaySteps now={now} without={without} />
      <ReplyNotice reply={reply} />
      <MendPart page={page} reply={reply} />
      {!requireAsked && <PreviewPart page={page} onPay={onPay} />}
      <div className="columns" data-even>
        <TreasuryPart page={page} />
        <Amounts page={page} />
      </div>
      <ReadingPart run={run} />
      {requireAsked && <VotePart page={page} />}
      <RhythmPart page={page} reply={reply} />
      <Ending page={page} />
      {/* The list shows up to fifty rows, so the totals and the button come before it. */}
      <Block
        id="check"
        title={run.state === "draft" ? "Check the list" : "The list"}
        more={<span className="small muted">{counted(linesIn(run), "line")} read</span>}
      >
        <RowTable {...page} />
      </Block>
      <TestMoney />
    </div>
  )
}

/** A recurring payout stores a copy of its rows for each later day; those are not counted. */
const linesIn = (run: RunPage["run"]): number => run.rowsTotal - run.rowsReady + peopleIn(run)

/** Lines with errors come first because nothing else can proceed until they are fixed or left out. */
function MendPart({ page, reply }: Omit<Props, "onPay">) {
  if (page.run.rowsWrong === 0) return null
  return (
    <Block id="mend" title="Lines to fix">
      <MendTable page={page} reply={reply} />
    </Block>
  )
}

function Amounts({ page: { amounts, run } }: { readonly page: RunPage }) {
  return (
    <Block id="amounts" title="Amounts">
      {amounts === null ? (
        <p className="muted">No line can be paid yet.</p>
      ) : (
        <Histogram
          name={`How many people receive how much ${run.symbol}`}
          says={`${counted(peopleIn(run), "recipient")}. Smallest ${readable(amounts.smallest)}, largest ${readable(amounts.largest)}.`}
          unit={run.symbol}
          bins={amounts.bins}
        />
      )}
    </Block>
  )
}

function TreasuryPart({ page }: { readonly page: RunPage }) {
  const { run, treasury, wholeTotal: total } = page
  const left = treasury === null ? null : leftOf(treasury, total)
  return (
    <Block id="treasury" title="Treasury">
      <div className="stack">
        <dl className="facts">
          <Fact name="Recipients" value={recipientsWords(run)} />
          <Fact name="This payout" value={`${readable(total)} ${run.symbol}`} />
          {run.rhythm !== null && <Fact name="Paid" value={rhythmWords(run.rhythm)} />}
          {run.source === "rule" && (
            <Fact name="Left over, stays in the treasury" value={`${readable(run.remainder)} ${run.symbol}`} />
          )}
          {treasury !== null && <Fact name="Treasury balance" value={`${readable(treasury)} ${run.symbol}`} />}
          {left !== null && !left.startsWith("-") && (
            <Fact name="Balance afterwards" value={`${readable(left)} ${run.symbol}`} />
          )}
          <Fact name="Needs a vote" value={voteReason({ ...page, isVoted: run.proposalId !== null })} />
        </dl>
        {left?.startsWith("-") === true && page.preview?.ok !== false && (
          <Notice tone="warn">
            <p>
              The treasury needs {readable(left.slice(1))} more {run.symbol}.
            </p>
          </Notice>
        )}
      </div>
    </Block>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function VotePart({ page: { approval, freePayout, members, run } }: { readonly page: RunPage }) {
  return (
    <Block id="vote" title="Approve">
      <div className="stack">
        {approval === null ? (
          <p>{amountRuleWords(members, freePayout)} The vote covers exactly these rows.</p>
        ) : (
          <p>
            <Link to={`../proposals?p=${approval.number}`} relative="path">
              Proposal {approval.number}
            </Link>{" "}
            {approval.isApproved ? "has passed." : approval.isOpen ? "is being voted on." : "did not pass."}
          </p>
        )}
        <p className="small muted">
          Hash of these rows: <span className="digest">{run.digest}</span>
        </p>
        <Form method="post" preventScrollReset className="row">
          {approval?.isApproved === true && (
            <button className="button" data-kind="primary" name="intent" value="approve" type="submit">
              Continue
            </button>
          )}
          {(approval === null || (!approval.isApproved && !approval.isOpen)) && (
            <button className="button" data-kind="primary" name="intent" value="put-to-vote" type="submit">
              Put to a vote
            </button>
          )}
        </Form>
      </div>
    </Block>
  )
}

function PreviewPart({ onPay, page }: Omit<Props, "reply">) {
  const { preview, run, treasuryAccount } = page
  if (preview === null) return null
  if (!preview.ok) {
    return preview.short === null ? (
      <Notice tone="bad">
        <p>{preview.reason}</p>
      </Notice>
    ) : (
      <FundPart short={preview.short} treasury={treasuryAccount} what="for this list." />
    )
  }
  return (
    <Block id="send" title="What will happen">
      <div className="stack">
        <p>
          {counted(peopleIn(run), "person gets", "people get")} {readable(run.total)} {run.symbol}
          {run.rhythm === null ? " together" : " in all"}.{" "}
          {run.mode === "direct"
            ? "If an account refuses deposits, its owner can claim the amount on the Withdraw page."
            : "Everyone collects the amount on the Withdraw page."}
        </p>
        <PayChoice page={page} onPay={onPay} />
      </div>
    </Block>
  )
}

/** The next action, and the way back to editing. */
function Ending({ page: { needsVote, preview, run } }: { readonly page: RunPage }) {
  const isSending = useNavigation().formMethod === "POST"
  const why = useId()
  return (
    <Form className="form-end" method="post" preventScrollReset>
      <BusyButton className="button" data-kind="quiet" type="submit" name="intent" value="stop" isBusy={isSending}>
        Discard
      </BusyButton>
      {run.state === "draft" && preview?.ok !== true && preview?.short == null && (
        <span className="row push">
          {run.rowsWrong === 0 && run.rowsReady === 0 && (
            <span className="small" id={why}>
              Still missing: <a href="#check">at least one line that can be paid</a>
            </span>
          )}
          {run.rowsWrong > 0 && (
            <span className="small" id={why}>
              Still missing: <a href="#mend">{counted(run.rowsWrong, "line")} to fix</a>
            </span>
          )}
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="accept"
            disabled={run.rowsWrong > 0 || run.rowsReady === 0}
            aria-describedby={run.rowsWrong > 0 || run.rowsReady === 0 ? why : undefined}
            isBusy={isSending}
          >
            {needsVote ? "Continue to the vote" : "Continue"}
          </BusyButton>
        </span>
      )}
      {run.state !== "draft" && run.source !== "expenses" && (
        <BusyButton className="button" type="submit" name="intent" value="reopen" isBusy={isSending}>
          Change the rows
        </BusyButton>
      )}
    </Form>
  )
}
