import { Form, Link, useNavigation } from "@remix-run/react"
import { useState } from "react"
import { StateProgress } from "~/components/base/charts/state-progress"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { Notice } from "~/components/base/parts/notice"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { TestMoney } from "~/components/base/parts/test-money"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { AskSigners } from "./ask-signers"
import { BatchTable } from "./batch-table"
import { EscrowAsked } from "./escrow-asked"
import { EscrowNotice, GoOnAfterAll } from "./escrow-notice"
import { EscrowPart } from "./escrow-part"
import { EscrowTable } from "./escrow-table"
import { PayoutsPart } from "./payouts-part"
import { RecoverPart } from "./recover-part"
import { RestPart } from "./rest-part"
import { RowTable } from "./row-table"
import { RunHead } from "./run-head"
import { SigningPart } from "./signing-part"
import { progressWords } from "./state-words"
import { sumOf, unpaidOf } from "./sums"

type FundRestProps = { readonly page: RunPage; readonly reply: PageReply | undefined }

/**
 * For a payout that is signed batch by batch: the batches that no wallet was asked to sign can still be paid from
 * escrow.
 */
function FundRest({ page: { chunks, isEscrowOffered, run }, reply }: FundRestProps) {
  const isSending = useNavigation().formMethod === "POST"
  const free = chunks.filter(({ state, stepId }) => state === "ready" && stepId === null).length
  if (!isEscrowOffered || free < 2) return null
  return (
    <Block id="park-rest" title="Let the site pay the rest">
      <div className="stack">
        <ReplyNotice reply={replyTo(reply, "fund-escrow")} />
        <p>
          Approve once to move the amount of {counted(free, "batch", "batches")} and XRD for fees into escrow. The
          site's relayer key then pays them. Before you approve, you see what you trust it with.
        </p>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="digest" value={run.digest ?? ""} />
          <BusyButton className="button" type="submit" name="intent" value="fund-escrow" isBusy={isSending}>
            Approve once instead
          </BusyButton>
        </Form>
      </div>
    </Block>
  )
}

type Props = {
  readonly page: RunPage
  readonly reply: PageReply | undefined
  /** Set after a click on "Pay" on this page: the wallet opens without a second click. */
  readonly isPaid: boolean
}

/** Where the money in escrow for a payout went. */
function EscrowSums({ page: { run }, escrow }: { readonly page: RunPage; readonly escrow: EscrowSummary }) {
  const { account, address, batches, digest, fees, paid, returned, returnedFees, spent, state } = escrow
  if (address === null || account === null) return null
  return (
    <EscrowTable
      id="escrow-sums"
      title="Where the money went"
      symbol={run.symbol}
      lines={[
        [`Paid or left to claim, ${counted(batches, "batch", "batches")}`, paid, "0"],
        ["Fees of the relayer's transactions", "0", spent],
        ["Returned to the treasury", returned, returnedFees]
      ]}
      escrow={account}
      isEnded={state === "ended"}
      total={escrow.total}
      fees={fees}
      address={address}
      digest={digest}
      codeOf="the list"
    />
  )
}

/** A running or finished payout. A reload, here or on another device, continues from the state on the ledger. */
export function RunView({ isPaid, page, reply }: Props) {
  const { id } = useFrame()
  const { isHolder, run } = page
  return (
    <div className="stack" data-gap="l">
      <RunHead page={page} isPaid={isPaid} />
      {page.escrow?.account && (
        <EscrowNotice escrow={page.escrow.account}>
          {isHolder && run.state === "running" && page.escrow.state === "funded" && (
            <GoOnAfterAll escrow={page.escrow.account} intent="retry" />
          )}
        </EscrowNotice>
      )}
      <LeftNotice page={page} />
      <RunProgress page={page} />
      {isHolder && <MoneyPart page={page} reply={reply} isPaid={isPaid} />}
      {run.rhythm !== null && <PayoutsPart page={page} reply={reply} />}
      {page.isUnsure && <SilentLedger>You can sign as soon as it responds.</SilentLedger>}
      {isHolder && <RecoverPart page={page} reply={reply} />}
      {page.escrow !== null && <EscrowSums page={page} escrow={page.escrow} />}
      <Block
        id="batches"
        title="Batches"
        more={
          <a className="small" href={`/api/distributions/${id}/${run.number}/report`} download>
            Report (CSV)
          </a>
        }
      >
        <BatchTable
          batches={page.chunks}
          symbol={run.symbol}
          isBySite={page.escrow !== null && page.escrow.state !== "ended"}
        />
      </Block>
      <Block id="rows" title={run.rhythm === null ? "People" : "Payments"}>
        <RowTable {...page} />
      </Block>
      <p>
        <Link to="?">All payouts</Link>
      </p>
      <TestMoney />
    </div>
  )
}

/** Who pays now (the site, a wallet or nobody any more), with the holder's controls. */
function MoneyPart({ isPaid: isPaidFor, page, reply }: Props) {
  const { escrow, run } = page
  const step = page.step?.id ?? null
  const [first] = useState(step)
  // The click applies only to the transaction prepared with it; after a change of the way to pay, the wallet needs
  // another click.
  const isPaid = isPaidFor && step === first
  if (escrow?.state === "funded" || escrow?.state === "refunding") {
    return <EscrowPart page={page} escrow={escrow} reply={reply} />
  }
  if (run.state === "stopped") {
    return page.multisig !== null && escrow?.state === "ended" ? (
      <MultisigRest />
    ) : (
      <RestPart page={page} reply={reply} />
    )
  }
  if (run.state !== "running") return null
  if (page.multisig !== null && escrow?.state !== "asked")
    return <SignersPart page={page} isInEscrow={escrow !== null} reply={reply} />
  if (escrow?.state === "asked" && escrow.problem === null) {
    return <EscrowAsked page={page} escrow={escrow} reply={reply} isPaid={isPaid} />
  }
  return (
    <>
      {escrow?.state === "asked" && (
        <Notice tone="bad">
          <p>The escrow was not funded: {escrow.problem}</p>
        </Notice>
      )}
      {page.multisig === null ? (
        <>
          <SigningPart page={page} reply={reply} isPaid={isPaid} />
          {escrow?.state !== "ended" && <FundRest page={page} reply={reply} />}
        </>
      ) : (
        <SignersPart page={page} isInEscrow={false} reply={reply} />
      )}
    </>
  )
}

/** A payout of a multisig treasury: the signers fund the escrow once; what is left over is paid with another list. */
function SignersPart({ isInEscrow, page: { run }, reply }: Omit<Props, "isPaid"> & { readonly isInEscrow: boolean }) {
  return (
    <Block id="signers-pay" title={isInEscrow ? "The escrow has ended" : "The signers approve"}>
      <div className="stack">
        <ReplyNotice reply={replyTo(reply, "stop") ?? replyTo(reply, "take-up")} />
        {isInEscrow ? (
          <p>{CAME_BACK}</p>
        ) : (
          <AskSigners intent="propose-escrow" number={run.number} digest={run.digest} word="Ask the signers" isMain>
            Nothing moves until enough signers have approved.
          </AskSigners>
        )}
        <StopRun />
      </div>
    </Block>
  )
}

const CAME_BACK =
  "The unpaid rest of this payout was returned to the treasury. To pay the remaining people, create a new payout."

function MultisigRest() {
  return (
    <Block id="rest" title="Stopped early">
      <p>{CAME_BACK}</p>
    </Block>
  )
}

/** For a payout of which no transaction is under way. */
function StopRun() {
  return (
    <Form method="post" preventScrollReset>
      <button className="button" data-kind="quiet" data-size="s" type="submit" name="intent" value="stop">
        Stop this payout
      </button>
    </Form>
  )
}

/**
 * Warns of tokens that an admin badge took out of the locker outside this site. Shown before everything else on the
 * page.
 */
function LeftNotice({ page: { left, run } }: Pick<Props, "page">) {
  if (left.length === 0) return null
  const more = run.rowsLeft - left.length
  return (
    <Notice tone="bad">
      <p>
        <strong>Tokens waiting for recipients left the locker in a transaction that this site did not make.</strong>
      </p>
      <ul>
        {left.map(({ account, error, line, name, txId }, n) => (
          <li key={line} id={left.findIndex((each) => each.txId === txId) === n ? txId?.slice(-12) : undefined}>
            {name ?? shortAddress(account)}: {error} <LedgerAddress kind="transaction" address={txId ?? ""} />
          </li>
        ))}
      </ul>
      {more > 0 && <p>{counted(more, "further payment", "further payments")}: see the rows and the report.</p>}
    </Notice>
  )
}

/** How many people were paid, and how much of the total was sent. */
function RunProgress({ page: { chunks, run } }: Pick<Props, "page">) {
  const unpaid = unpaidOf(run.total, chunks)
  const [sent, skipped] = [sumOf(chunks, "committed"), sumOf(chunks, "skipped")]
  const leftOut = chunks.reduce((sum, { people, state }) => (state === "skipped" ? sum + people : sum), 0)
  const toCome =
    run.rowsReady - leftOut - run.rowsSent - run.rowsClaimable - run.rowsClaimed - run.rowsRecovered - run.rowsLeft
  return (
    <div role="status" className="stack" data-gap="s">
      <StateProgress
        says={`${progressWords(run)}.`}
        states={[
          { fill: "for", letter: "P", word: "Paid", count: run.rowsSent + run.rowsClaimed },
          { fill: "abstain", letter: "C", word: "To be claimed", count: run.rowsClaimable },
          { fill: "against", letter: "R", word: "Returned", count: run.rowsRecovered },
          { fill: "lines", letter: "L", word: "Left the locker", count: run.rowsLeft },
          { fill: "track", letter: "T", word: "To be paid", count: Math.max(0, toCome) }
        ]}
      />
      <p className="small">
        {readable(sent)} of {readable(run.total)} {run.symbol} sent
        {unpaid === "0" ? "" : `, ${readable(unpaid)} to be paid`}
        {skipped === "0" ? "" : `, ${readable(skipped)} skipped`}.{" "}
        {run.remainder !== "0" &&
          ` ${readable(run.remainder)} ${run.symbol} of the pool is left over and stays in the treasury.`}
      </p>
    </div>
  )
}
