import { Form, Link } from "@remix-run/react"
import { FieldError } from "~/components/base/forms/field-error"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { DeployFirst } from "~/components/base/parts/nothing-here"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { Tabs } from "~/components/base/parts/tabs"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { StateMark } from "~/components/treasury/payouts/state-mark"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import { expenseStates } from "~/effects/treasury/expenses/limits"
import { type ExpensesPage, stateWords } from "~/effects/treasury/expenses/views"
import { markOf, reviewerWords, sumOf, titleOf } from "./words"

type Props = { readonly page: ExpensesPage; readonly reply?: PageReply | undefined }

/** The expenses that the reader may see, newest first, and what waits for whom. */
export function ExpenseList({ page, reply }: Props) {
  const { id, stage } = useFrame()
  const { expenses, isFirstPage, isReviewer, isUnsure, mayChangeRules, maySubmit, next, now, rules, state } = page
  const at = state === null ? "" : `state=${state}&`
  const seesSums = isReviewer || (rules.shown.includes("amount") && rules.shown.includes("category"))
  return (
    <div className="stack" data-gap="l">
      <header className="stack">
        <div className="block__head">
          <h1>Expenses</h1>
          {maySubmit && stage === "deployed" && (
            <Link className="button" data-kind="primary" data-size="s" to="?new=1">
              New expense
            </Link>
          )}
        </div>
        <ExpensesStatus page={page} />
        <p className="meta">
          <span>Reviewed by {reviewerWords(rules)}</span>
          {seesSums && <Link to={`?sums=${new Date(now).getUTCFullYear()}`}>Sums by category</Link>}
          <a href={`/api/expenses/${id}/report`} download>
            Expenses CSV
          </a>
          {mayChangeRules && <Link to="?rules=1">Change the rules</Link>}
        </p>
      </header>
      {isUnsure && <SilentLedger>We cannot check whether you review expenses here.</SilentLedger>}
      <DeployFirst />
      <States page={page} />
      {expenses.length === 0 ? (
        <p>{state === null ? "No expenses yet." : "No expenses in this state."}</p>
      ) : page.mayGather ? (
        <Gather page={page} reply={replyTo(reply, "gather")} />
      ) : (
        <ExpenseTable page={page} />
      )}
      <nav className="row" aria-label="Pages">
        {!isFirstPage && <Link to={at === "" ? "?" : `?${at.slice(0, -1)}`}>Newest</Link>}
        {next !== null && <Link to={`?${at}before=${next}`}>Older expenses</Link>}
      </nav>
    </div>
  )
}

function ExpensesStatus({ page: { counts, isReviewer, waitingSince } }: Props) {
  const of = (state: string) => counts.find((each) => each.state === state)?.many ?? 0
  const [asked, waiting] = [of("asked"), of("waiting")]
  if (isReviewer && waiting > 0) {
    return (
      <p className="status-line">
        {counted(waiting, "expense waits", "expenses wait")} for a reviewer
        {waitingSince !== null && `, the oldest since ${inUtc("day", waitingSince)}`}.
      </p>
    )
  }
  if (!isReviewer && asked > 0) {
    return <p className="status-line">A reviewer asked about {counted(asked, "expense")} of yours.</p>
  }
  return <p>What members paid for the community or ask it to pay, and the decision on each.</p>
}

function States({ page: { counts, state } }: Props) {
  if (counts.length === 0) return null
  const all = counts.reduce((sum, { many }) => sum + many, 0)
  return (
    <Tabs label="Expenses by state" lay="second" current={state ?? "all"}>
      <Link to="?" aria-current={state === null ? "true" : undefined}>
        All {all}
      </Link>
      {expenseStates.flatMap((each) => {
        const many = counts.find((count) => count.state === each)?.many ?? 0
        return many === 0 && state !== each
          ? []
          : [
              <Link key={each} to={`?state=${each}`} aria-current={state === each ? "true" : undefined}>
                {stateWords[each]} {many}
              </Link>
            ]
      })}
    </Tabs>
  )
}

/** Chooses approved expenses, which one payout then pays. */
function Gather({ page, reply }: Props) {
  return (
    <Form className="stack" method="post" noValidate preventScrollReset>
      <input type="hidden" name="key" value={page.formKey} />
      <p>
        Choose expenses in one token, and make one payout of them. Its rows stay as they are, and nothing is paid before
        you pay, fund or propose it on its own page.
      </p>
      <ReplyNotice reply={reply} />
      <ExpenseTable page={page} chosen={reply?.sent.expense} />
      <FieldError id="gather-error" message={reply?.fields.expenses} />
      <p>
        <button className="button" data-kind="primary" type="submit" name="intent" value="gather">
          Make one payout of these
        </button>
      </p>
    </Form>
  )
}

type TableProps = Pick<Props, "page"> & { readonly chosen?: string | ReadonlyArray<string> | undefined }

function ExpenseTable({ chosen = [], page: { expenses, mayGather, now } }: TableProps) {
  return (
    <div className="scroll">
      <table className="table" data-cards>
        <caption className="visually-hidden">Expenses, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Expense</th>
            <th scope="col">To</th>
            <th scope="col">Category</th>
            <th scope="col" className="num">
              Amount
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {expenses.map((expense) => (
            <tr key={expense.number}>
              <th scope="row">
                <span>
                  {mayGather && (
                    <input
                      type="checkbox"
                      name="expense"
                      value={expense.number}
                      defaultChecked={[chosen].flat().includes(String(expense.number))}
                      aria-label={`Expense ${expense.number}`}
                    />
                  )}{" "}
                  {expense.title !== null && <span className="muted small">{expense.number} · </span>}
                  <Link to={`?e=${expense.number}`}>{titleOf(expense)}</Link>
                </span>
              </th>
              <td data-label="To">
                {expense.payee === null ? "Not shown" : (expense.payeeName ?? shortAddress(expense.payee))}
              </td>
              <td data-label="Category">{expense.category ?? "Not shown"}</td>
              <td className="num" data-label="Amount">
                {sumOf(expense)}
              </td>
              <td data-label="State">
                <span className="stack" data-gap="xs">
                  <StateMark said={markOf(expense.state)} />
                  <small className="muted">{expense.why ?? <TimePair at={expense.updatedAt} now={now} short />}</small>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
