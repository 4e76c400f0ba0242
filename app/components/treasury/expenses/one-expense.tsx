import { Form, Link, useNavigation } from "@remix-run/react"
import { useId } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Fact } from "~/components/base/parts/fact"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { StateMark } from "~/components/treasury/payouts/state-mark"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { inUtc } from "~/effects/base/text/moments"
import { ANSWER } from "~/effects/treasury/expenses/limits"
import { type ExpenseView, stateWords } from "~/effects/treasury/expenses/views"
import { ReplyForm } from "./expense-form"
import { eventWords, markOf, reviewerWords, shownWords, sumOf, titleOf } from "./words"

type Props = { readonly page: ExpenseView; readonly reply: PageReply | undefined }

/** One expense: what is asked for, what the reader can do about it, and what happened. */
export function OneExpense({ page, reply }: Props) {
  const { events, expense, isReviewer, mine } = page
  const acts = ["approve", "ask", "refuse", "pay", "withdraw", "read-again"]
  const lastReply = acts.map((intent) => replyTo(reply, intent)).find((each) => each !== undefined)
  return (
    <div className="stack" data-gap="l">
      <header className="stack">
        <p className="eyebrow">
          <Link to="?">Expenses</Link> · Expense {expense.number}
        </p>
        <div className="row" data-apart>
          <h1>{titleOf(expense)}</h1>
          <StateMark said={markOf(expense.state)} />
        </div>
      </header>
      {expense.problem !== null && (
        <Notice tone="warn">
          <p>
            {expense.state === "paying" ? "It is unknown whether this was paid: " : "Not paid: "}
            {expense.problem}
          </p>
          {expense.state === "paying" && isReviewer && (
            <Form method="post" preventScrollReset>
              <button className="button" data-size="s" type="submit" name="intent" value="read-again">
                Read the ledger again
              </button>
            </Form>
          )}
        </Notice>
      )}
      {expense.answer !== null && expense.state !== "paid" && (
        <Notice tone={expense.state === "refused" ? "bad" : "warn"}>
          <p>
            {expense.state === "refused" ? "Refused: " : "A reviewer asked: "}“{expense.answer}”
          </p>
        </Notice>
      )}
      <Facts page={page} />
      <ReplyNotice reply={lastReply} />
      {isReviewer && <Decide page={page} reply={reply} />}
      {page.mayPay && <Pay page={page} reply={replyTo(reply, "pay")} />}
      {expense.state === "approved" && !page.mayPay && (
        <p className="small muted">Next, somebody who can spend from the treasury orders the payment.</p>
      )}
      {mine && expense.state === "asked" && (
        <Block id="reply" title="Reply">
          <ReplyForm page={page} reply={reply} />
        </Block>
      )}
      {mine && ["waiting", "asked", "approved"].includes(expense.state) && (
        <Form method="post" preventScrollReset>
          <button className="button" data-size="s" type="submit" name="intent" value="withdraw">
            Withdraw this expense
          </button>
        </Form>
      )}
      {mine && ["refused", "withdrawn", "paid"].includes(expense.state) && (
        <p>
          <Link className="button" data-size="s" to={`?new=1&copy=${expense.number}`}>
            Copy to a new expense
          </Link>
        </p>
      )}
      {events.length > 0 && <History page={page} />}
      <WhoSees page={page} />
    </div>
  )
}

function Facts({ page: { alike, expense, files, isReviewer } }: Pick<Props, "page">) {
  const { id } = useFrame()
  return (
    <section className="stack" aria-label="What is asked for">
      <dl className="facts">
        <Fact name="Amount">
          <b>{sumOf(expense)}</b>
        </Fact>
        {expense.category !== null && <Fact name="Category">{expense.category}</Fact>}
        {expense.day !== null && <Fact name="Day on the receipt">{inUtc("day", Date.parse(expense.day))}</Fact>}
        {expense.payee !== null && (
          <Fact name={expense.kind === "own" ? "Refund to" : "Pay to"}>
            {expense.payeeName ?? shortAddress(expense.payee)} <LedgerAddress kind="account" address={expense.payee} />
          </Fact>
        )}
        {isReviewer && <Fact name="Submitted by">{expense.submitter ?? "Somebody without a profile"}</Fact>}
        {isReviewer && (
          <Fact name="Submitted before">
            {alike.length === 0
              ? "No other expense has the same file, or the same amount, payee and day."
              : alike.map(({ number, state, why }) => (
                  <span key={`${number}${why}`}>
                    <Link to={`?e=${number}`}>Expense {number}</Link> ({stateWords[state].toLowerCase()}) has the same{" "}
                    {why === "file" ? "file" : "amount, payee and day"}.{" "}
                  </span>
                ))}
          </Fact>
        )}
        {expense.payout !== null && (
          <Fact name="Paid by">
            <Link to={`/community/detail/${id}/tokenDistribution?d=${expense.payout}`}>Payout {expense.payout}</Link>
          </Fact>
        )}
        {expense.txId !== null && (
          <Fact name="Transaction">
            <LedgerAddress kind="transaction" address={expense.txId} />
          </Fact>
        )}
      </dl>
      {expense.words !== null && expense.words !== "" && <p>“{expense.words}”</p>}
      {(files ?? []).length > 0 && (
        <ul className="stack" data-gap="s" aria-label="Receipts">
          {(files ?? []).map((file) => (
            <li key={file.id}>
              <a href={`/api/expenses/${id}/${expense.number}/files/${file.id}`} target="_blank" rel="noreferrer">
                {file.name}
              </a>{" "}
              <span className="small muted">{Math.max(1, Math.round(file.bytes / 1024))} KiB</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Decide({ page: { expense, isOwn }, reply: last }: Props) {
  const isOpen = expense.state === "waiting"
  if (!isOpen && expense.state !== "asked" && expense.state !== "approved") return null
  if (isOwn) {
    return <p className="small muted">You submitted it, or it pays you: another reviewer decides.</p>
  }
  const reply = replyTo(last, "ask") ?? replyTo(last, "refuse")
  return (
    <Block id="decide" title="Review">
      <Form className="stack narrow" method="post" noValidate preventScrollReset>
        <input type="hidden" name="version" value={expense.version} />
        {isOpen && (
          <p>
            <button className="button" data-kind="primary" type="submit" name="intent" value="approve">
              Approve
            </button>
          </p>
        )}
        <PlainField
          name="answer"
          label="Question or reason"
          hint="The submitter reads it."
          maxLength={ANSWER.max}
          value={typed(reply, "answer")}
          reply={reply}
        />
        <p className="row">
          {isOpen && (
            <button className="button" type="submit" name="intent" value="ask">
              Ask
            </button>
          )}
          <button className="button" type="submit" name="intent" value="refuse">
            Refuse
          </button>
        </p>
        <p className="small muted">Approving pays nothing yet.</p>
      </Form>
    </Block>
  )
}

function Pay({ page: { budgets, expense, needsProof, rules }, reply }: Props) {
  const id = useId()
  const isSending = useNavigation().formData?.get("intent") === "pay"
  const usual = rules.categories.find(({ name }) => name === expense.category)?.budget
  if (budgets.length === 0) {
    return <p className="small muted">No budget in escrow holds this token, so nothing can pay it from a budget now.</p>
  }
  return (
    <Block id="pay" title="Pay from a budget">
      <Form className="stack narrow" method="post" noValidate preventScrollReset>
        <div className="field" data-invalid={reply?.fields.budget === undefined ? undefined : true}>
          <label htmlFor={`${id}budget`}>Budget</label>
          <select
            className="input"
            id={`${id}budget`}
            name="budget"
            defaultValue={String(usual ?? budgets[0]?.number ?? "")}
            aria-describedby={`${id}budget-error`}
          >
            {budgets.map((budget) => (
              <option key={budget.number} value={budget.number}>
                {budget.title}: {readable(budget.left)} {budget.symbol} left
              </option>
            ))}
          </select>
          <FieldError id={`${id}budget-error`} message={reply?.fields.budget} />
        </div>
        {needsProof && reply === undefined && (
          <p className="small muted">
            To order a payment, first sign a proof in your wallet. It is valid for 24 hours.
          </p>
        )}
        <p>
          <button
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="pay"
            aria-disabled={isSending || undefined}
          >
            Pay {sumOf(expense)}
          </button>
        </p>
        <p className="small muted">The site pays within about a minute. No wallet signs.</p>
      </Form>
    </Block>
  )
}

function History({ page: { events, now } }: Pick<Props, "page">) {
  return (
    <Block id="history" title="History">
      <ul className="entries">
        {events.map(({ account, at, kind, n, name, words }) => (
          <li key={n}>
            <span>
              {kind !== "paid" &&
                kind !== "unpaid" &&
                `${name ?? (account === null ? "Somebody" : shortAddress(account))} `}
              {eventWords[kind]}
              {words === "" ? "." : `: “${words}”`}
            </span>
            <small className="muted">
              <TimePair at={at} now={now} short />
            </small>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function WhoSees({ page: { rules } }: Pick<Props, "page">) {
  const shown = rules.shown.map((field) => shownWords[field].toLowerCase())
  return (
    <Block id="who-sees" title="Who sees what">
      <p className="small muted">
        Files and explanation: the submitter and reviewers ({reviewerWords(rules)}).{" "}
        {shown.length === 0
          ? "Nobody else sees expenses here."
          : `Anyone who can read the community, once it is approved: ${shown.join(", ")}.`}{" "}
        Payments are public on the ledger.
      </p>
    </Block>
  )
}
