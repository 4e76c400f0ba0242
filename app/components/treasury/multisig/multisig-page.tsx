import { Link } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { Notice } from "~/components/base/parts/notice"
import { Tabs } from "~/components/base/parts/tabs"
import { TimePair } from "~/components/base/parts/time-pair"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"
import { listed } from "~/effects/treasury/multisig/approvalMessages"
import { stateTabs, type Tab } from "~/effects/treasury/multisig/tabs"
import type { MultisigView } from "~/effects/treasury/multisig/views"
import { ClosedRequest } from "./closed-request"
import { inWords, nameOf } from "./names"
import { PaymentForm } from "./payment-form"
import { RequestCard } from "./request-card"
import { ReleaseForm, RuleForm } from "./rule-form"
import { WhatHolds } from "./what-holds"

type Props = { readonly page: MultisigView; readonly reply: PageReply | undefined }

/**
 * Intents whose answer is shown at the top of the page; the forms show the others. Payouts, budgets and bonds send some
 * of them from their own pages.
 */
const answered = [
  "withdraw",
  "hide-comment",
  "show-comment",
  "check-again",
  "propose-escrow",
  "propose-back",
  "propose-recovery",
  "propose-budget",
  "propose-budget-back",
  "propose-issue",
  "propose-bond-escrow",
  "propose-bond-back",
  "propose-collateral"
]

const tabWords: Readonly<Record<Tab, string>> = {
  waiting: "Waiting",
  signed: "Signed",
  refused: "Refused",
  expired: "Expired",
  signers: "Signers"
}

/** Requests by their state, and the signers. */
export function MultisigOverview({ page, reply }: Props) {
  const { counts, mine, mineRefused, needed, reach, seats, tab } = page
  const names = seats.filter(({ isYou }) => !isYou).map(nameOf)
  const all = names.length < seats.length ? [...names, "you"] : names
  const link = (name: Tab) => (
    <Link key={name} to={name === "waiting" ? "?" : `?tab=${name}`} aria-current={name === tab ? "page" : undefined}>
      {tabWords[name]}
      {name !== "signers" && <small> {counts[name]}</small>}
    </Link>
  )
  return (
    <div className="stack" data-gap="l">
      <header className="page-head" data-lay="item">
        <h1>Requests</h1>
        <p>
          Nothing leaves the treasury without {inWords(needed)} of its {inWords(seats.length)} signers: {listed(all)}.
        </p>
        {tab === "waiting" && mine !== null && (
          <p>
            <a href="#pay">Propose a payment</a>
          </p>
        )}
      </header>
      <Tabs label="Requests by state, and signers" current={tab}>
        {[...stateTabs, "signers" as const].map(link)}
      </Tabs>
      <h2 className="visually-hidden">{tabWords[tab]}</h2>
      {[reach, mineRefused].map(
        (words) =>
          words !== null && (
            <Notice key={words} tone="warn">
              <p>{words}</p>
            </Notice>
          )
      )}
      <ReplyNotice reply={answered.map((intent) => replyTo(reply, intent)).find((each) => each !== undefined)} />
      {tab === "waiting" && <Waiting page={page} reply={reply} />}
      {tab === "signers" && <SignersTab page={page} reply={reply} />}
      {tab !== "waiting" && tab !== "signers" && <Over page={page} reply={reply} />}
    </div>
  )
}

function Waiting({ page, reply }: Props) {
  const { counts, mine, shown } = page
  return (
    <>
      {counts.waiting === 0 && <p>Nothing waits for approval.</p>}
      {shown !== null &&
        (shown.state === "waiting" || shown.state === "sent" ? (
          <RequestCard key={shown.id} request={shown} page={page} reply={reply} />
        ) : (
          <ClosedRequest request={shown} page={page} reply={reply} />
        ))}
      <Over page={page} reply={reply} />
      {mine !== null && (
        <PaymentForm page={page} reply={replyTo(reply, "propose-payment") ?? replyTo(reply, "add-payee")} />
      )}
    </>
  )
}

function Over({ page, reply }: Props) {
  const { next, over, tab } = page
  return (
    <>
      {over.length === 0 && tab !== "waiting" && <p>None yet.</p>}
      {over.map((request) => (
        <ClosedRequest key={request.id} request={request} page={page} reply={reply} />
      ))}
      {next !== null && (
        <p>
          <Link to={`?tab=${tab}&before=${next}`}>Earlier</Link>
        </p>
      )}
    </>
  )
}

function SignersTab({ page, reply }: Props) {
  return (
    <>
      <Signers page={page} />
      {page.mine !== null && <RuleForm page={page} reply={replyTo(reply, "propose-rule")} />}
      {page.mine !== null && <ReleaseForm page={page} reply={replyTo(reply, "propose-release")} />}
      <WhatHolds needed={page.needed} signers={page.seats.length} isByKeys={page.isByKeys} />
    </>
  )
}

/** The badges or keys that count, and whose they are. */
function Signers({ page: { now, seats, time } }: { readonly page: MultisigView }) {
  return (
    <div>
      <ul className="signers">
        {seats.map((seat) => (
          <li key={seat.id}>
            <h3>
              {nameOf(seat)}
              {seat.isYou && ", you"}
            </h3>
            <p className="small">
              {isKeySeat(seat.id) ? "Key" : "Badge"} <span className="digest">{seat.id}</span>
              {seat.account !== null && (
                <>
                  {" "}
                  {isKeySeat(seat.id) ? "of" : "in"} <LedgerAddress kind="account" address={seat.account} />
                </>
              )}
            </p>
            {seat.place !== null && (
              <p className="small">
                <strong>{seat.place}</strong>
              </p>
            )}
            {seat.since !== null && (
              <p className="small muted">
                Signer since <TimePair at={seat.since} now={now} short />
              </p>
            )}
          </li>
        ))}
      </ul>
      <LedgerTime time={time} />
    </div>
  )
}
