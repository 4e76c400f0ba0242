import { Link } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { KeptView } from "~/effects/treasury/keepers/views"
import { ActCard } from "./act-card"
import { ActHistory } from "./act-history"
import { nameOf } from "./names"
import { capital, inWords } from "./numbers"
import { PaymentForm } from "./payment-form"
import { ReleaseForm } from "./release-form"
import { RuleForm } from "./rule-form"
import { WhatHolds } from "./what-holds"

type Props = { readonly page: KeptView; readonly reply: PageReply | undefined }

/** Beside what the forms of this page answer themselves: the pages of payouts, budgets and bonds ask here, too. */
const answered = [
  "withdraw",
  "hide-comment",
  "look-again",
  "propose-parking",
  "propose-back",
  "propose-recovery",
  "propose-budget",
  "propose-budget-back",
  "propose-issue",
  "propose-bond-parking",
  "propose-bond-back"
]

/** Who keeps the treasury, what waits for whom, and what was done. */
export function KeptPage({ page, reply }: Props) {
  const { acts, mine, mineRefused, needed, next, now, reach, seats, time } = page
  const waiting = acts.filter(({ state }) => state === "waiting" || state === "sent")
  const over = acts.filter(({ state }) => state !== "waiting" && state !== "sent")
  return (
    <div className="stack" data-gap="l">
      <header className="page-head" data-lay="item">
        <p className="eyebrow">
          Treasury · {inWords(needed)} of {inWords(seats.length)}
        </p>
        <h1>Keepers of the treasury</h1>
        <p>
          {capital(inWords(seats.length))} people keep it. {capital(inWords(needed))} of them must approve before
          anything leaves.
        </p>
      </header>
      <section aria-labelledby="who">
        <h2 id="who" className="visually-hidden">
          Who keeps
        </h2>
        <ul className="keepers">
          {seats.map((seat) => (
            <li key={seat.id}>
              <h3>
                {nameOf(seat)}
                {seat.isYou && ", you"}
              </h3>
              <p className="small">
                Badge <span className="digest">{seat.id}</span>
                {seat.account !== null && (
                  <>
                    {" "}
                    in <LedgerAddress kind="account" address={seat.account} />
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
                  Keeper since <TimePair at={seat.since} now={now} short />
                </p>
              )}
            </li>
          ))}
        </ul>
        <LedgerTime time={time} />
      </section>
      {reach !== null && (
        <Notice tone="warn">
          <p>{reach}</p>
        </Notice>
      )}
      {mineRefused !== null && (
        <Notice tone="warn">
          <p>{mineRefused}</p>
        </Notice>
      )}
      <ReplyNotice reply={answered.map((intent) => replyTo(reply, intent)).find((each) => each !== undefined)} />
      <section className="stack" aria-labelledby="waits">
        <h2 id="waits">What waits</h2>
        {waiting.length === 0 ? (
          <p>Nothing waits for approval.</p>
        ) : (
          waiting.map((act) => <ActCard key={act.id} act={act} page={page} reply={reply} />)
        )}
      </section>
      {mine !== null && (
        <PaymentForm page={page} reply={replyTo(reply, "propose-payment") ?? replyTo(reply, "add-payee")} />
      )}
      {mine !== null && <RuleForm page={page} reply={replyTo(reply, "propose-rule")} />}
      {mine !== null && <ReleaseForm reply={replyTo(reply, "propose-release")} />}
      <WhatHolds needed={needed} keepers={seats.length} />
      <ActHistory acts={over} now={now} keeps={mine !== null} />
      {next !== null && (
        <p>
          <Link to={`?before=${next}`}>Earlier</Link>
        </p>
      )}
    </div>
  )
}
