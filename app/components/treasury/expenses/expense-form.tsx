import { Form, Link, useNavigation } from "@remix-run/react"
import { useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { DeployFirst } from "~/components/base/parts/nothing-here"
import { useFrame } from "~/components/base/site/use-frame"
import { TokenField } from "~/components/treasury/payouts/token-field"
import { readable } from "~/effects/base/amounts/readable"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import type { Category } from "~/effects/treasury/expenses/Expense"
import { MOST_FILES, TITLE, WORDS } from "~/effects/treasury/expenses/limits"
import type { BudgetChoice, ExpenseView, NewExpensePage } from "~/effects/treasury/expenses/views"
import { reviewerWords } from "./words"

type Props = { readonly page: NewExpensePage; readonly reply: PageReply | undefined }

/** The form of a new expense; it works on a phone and without scripts. */
export function NewExpense({ page, reply: last }: Props) {
  const reply = replyTo(last, "submit")
  const { formKey, stage } = useFrame()
  const isSending = useNavigation().formMethod === "POST"
  if (stage !== "deployed") return <DeployFirst />
  const today = new Date(page.now).toISOString().slice(0, 10)
  const start = page.copied?.fields ?? { kind: "own", payee: page.account, day: today }
  return (
    <div className="stack" data-gap="l">
      <header className="stack">
        <p className="eyebrow">
          <Link to="?">Expenses</Link>
        </p>
        <h1>New expense</h1>
        {page.copied !== null && (
          <p className="muted">
            Copied from <Link to={`?e=${page.copied.number}`}>expense {page.copied.number}</Link>. Choose its files
            again.
          </p>
        )}
      </header>
      <Form className="stack narrow" data-gap="l" method="post" encType="multipart/form-data" noValidate>
        <ReplyNotice reply={reply} />
        <input type="hidden" name="key" value={`${formKey}expense`} />
        <ExpenseFields reply={reply} start={start} {...page} categories={page.rules.categories} />
        <Sure reply={reply} />
        <p className="small muted">
          Reviewed by {reviewerWords(page.rules)}. Only they and you see the files and your explanation.
        </p>
        <div className="form-end">
          <Link to="?">Back</Link>
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="submit"
            isBusy={isSending}
          >
            {isSending ? "Submitting…" : "Submit for review"}
          </BusyButton>
        </div>
      </Form>
    </div>
  )
}

/** The form again, with a reviewer's question above it. */
export function ReplyForm({
  page,
  reply: last
}: {
  readonly page: ExpenseView
  readonly reply: PageReply | undefined
}) {
  const reply = replyTo(last, "reply")
  const isSending = useNavigation().formMethod === "POST"
  const { expense, files, rules } = page
  const start = {
    kind: expense.kind,
    title: expense.title ?? "",
    amount: expense.amount ?? "",
    payee: expense.payee ?? "",
    day: expense.day ?? "",
    category: expense.category ?? "",
    words: expense.words ?? "",
    resource: expense.resource
  }
  return (
    <Form className="stack narrow" data-gap="l" method="post" encType="multipart/form-data" noValidate>
      <ReplyNotice reply={reply} />
      {(files ?? []).length > 0 && (
        <fieldset className="stack" data-gap="s">
          <legend>Remove files</legend>
          {(files ?? []).map(({ id, name }) => (
            <label className="check" key={id}>
              <input type="checkbox" name="removed" value={id} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <ExpenseFields reply={reply} start={start} tokens={page.tokens} budgets={[]} categories={rules.categories} />
      <Sure reply={reply} />
      <div className="form-end">
        <BusyButton className="button" data-kind="primary" type="submit" name="intent" value="reply" isBusy={isSending}>
          {isSending ? "Sending…" : "Send to the reviewers again"}
        </BusyButton>
      </div>
    </Form>
  )
}

interface FieldsProps {
  readonly reply: PageReply | undefined
  readonly start: Readonly<Record<string, string>>
  readonly tokens: NewExpensePage["tokens"]
  readonly budgets: ReadonlyArray<BudgetChoice>
  readonly categories: ReadonlyArray<Category>
}

function ExpenseFields({ budgets, categories, reply, start, tokens }: FieldsProps) {
  const id = useId()
  const value = (name: string) => typed(reply, name, start[name])
  return (
    <>
      <div className="field" data-invalid={reply?.fields.files === undefined ? undefined : true}>
        <label htmlFor={`${id}files`}>Receipts (optional)</label>
        <p className="field__hint" id={`${id}files-hint`}>
          Up to {MOST_FILES} PDFs or pictures, 10 MiB together.
          {reply !== undefined && " Check that your files are still chosen."}
        </p>
        <input
          className="input"
          id={`${id}files`}
          name="files"
          type="file"
          multiple
          accept="application/pdf,image/png,image/jpeg,image/webp"
          aria-describedby={`${id}files-hint ${id}files-error`}
        />
        <FieldError id={`${id}files-error`} message={reply?.fields.files} />
      </div>
      <PlainField name="title" label="What was it for?" maxLength={TITLE.max} value={value("title")} reply={reply} />
      <PlainField name="amount" label="Amount" hint="As on the receipt." value={value("amount")} reply={reply} />
      <TokenField reply={reply} tokens={tokens} chosen={start.resource} />
      <div className="field" data-invalid={reply?.fields.category === undefined ? undefined : true}>
        <label htmlFor={`${id}category`}>Category</label>
        <select
          className="input"
          id={`${id}category`}
          name="category"
          defaultValue={value("category")}
          aria-describedby={`${id}category-error`}
        >
          {categories.map((category) => (
            <option key={category.name} value={category.name}>
              {category.name}
              {leftWords(budgets, category)}
            </option>
          ))}
        </select>
        <FieldError id={`${id}category-error`} message={reply?.fields.category} />
      </div>
      <PlainField name="day" label="Day on the receipt" type="date" value={value("day")} reply={reply} />
      <fieldset className="choices">
        <legend>Who paid?</legend>
        {(
          [
            ["own", "I paid", "The treasury refunds it."],
            ["invoice", "Nobody yet", "It is an invoice, and the treasury pays the account below."]
          ] as const
        ).map(([kind, name, about]) => (
          <label className="choice" key={kind}>
            <input type="radio" name="kind" value={kind} defaultChecked={value("kind") === kind} />
            <span>
              <b>{name}</b>
              <small className="muted">{about}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <PlainField
        name="payee"
        label="Pay to"
        hint="Your account, an active member's name, or another account address"
        value={value("payee")}
        reply={reply}
      />
      <PlainField
        name="words"
        label="Explanation (optional)"
        hint="For the reviewers."
        rows={3}
        maxLength={WORDS.max}
        value={value("words")}
        reply={reply}
      />
    </>
  )
}

const leftWords = (budgets: ReadonlyArray<BudgetChoice>, { budget }: Category): string => {
  const found = budgets.find(({ number }) => number === budget)
  return found === undefined ? "" : ` (budget “${found.title}”: ${readable(found.left)} ${found.symbol} left)`
}

/** Shown once it looks like an expense that was submitted before. */
function Sure({ reply }: { readonly reply: PageReply | undefined }) {
  if (reply?.code !== "E-TWICE") return null
  return (
    <label className="check">
      <input type="checkbox" name="sure" value="yes" />
      This is another expense
    </label>
  )
}
