import { Form, Link, useNavigation } from "@remix-run/react"
import { useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { FieldError } from "~/components/base/forms/field-error"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { CATEGORY, MOST_CATEGORIES, shownFields } from "~/effects/treasury/expenses/limits"
import type { RulesPage } from "~/effects/treasury/expenses/views"
import { reviewerWords, shownWords } from "./words"

type Props = { readonly page: RulesPage; readonly reply: PageReply | undefined }

const listOf = (reply: PageReply | undefined, name: string, stored: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (reply === undefined) return stored
  const sent = reply.sent[name] ?? []
  return typeof sent === "string" ? [sent] : sent
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Who reviews, what everybody sees, and the categories, each with the budget that usually pays it. */
export function ExpenseRules({ page: { budgets, rules }, reply: last }: Props) {
  const reply = replyTo(last, "save-rules")
  const id = useId()
  const isSending = useNavigation().formMethod === "POST"
  const shown = listOf(reply, "shown", rules.shown)
  const [reviewers = rules.reviewers] = listOf(reply, "reviewers", [rules.reviewers])
  const names = listOf(
    reply,
    "categories",
    rules.categories.map(({ name }) => name)
  )
  const numbers = listOf(
    reply,
    "budgets",
    rules.categories.map(({ budget }) => String(budget ?? ""))
  )
  // Two empty rows to add categories, also without scripts.
  const rows = Array.from({ length: Math.min(MOST_CATEGORIES, names.length + 2) }, (_, index) => index)
  return (
    <div className="stack" data-gap="l">
      <header className="stack">
        <p className="eyebrow">
          <Link to="?">Expenses</Link>
        </p>
        <h1>Rules for expenses</h1>
      </header>
      <Form className="stack narrow" data-gap="l" method="post" noValidate preventScrollReset>
        <ReplyNotice reply={reply} />
        <fieldset className="choices">
          <legend>Who reviews</legend>
          {(["owner", "moderators", "signers"] as const).map((each) => (
            <label className="choice" key={each}>
              <input type="radio" name="reviewers" value={each} defaultChecked={reviewers === each} />
              <span>{sentence(reviewerWords({ reviewers: each }))}</span>
            </label>
          ))}
          <p className="small muted">Nobody decides on an expense that they submitted or that pays them.</p>
        </fieldset>
        <fieldset className="choices">
          <legend>What everybody sees of approved expenses</legend>
          {shownFields.map((field) => (
            <label className="check" key={field}>
              <input type="checkbox" name="shown" value={field} defaultChecked={shown.includes(field)} />
              {shownWords[field]}
            </label>
          ))}
        </fieldset>
        <fieldset className="stack" data-gap="s" aria-describedby={`${id}error`}>
          <legend>Categories, with the budget that usually pays them</legend>
          {rows.map((index) => (
            <div className="join" key={index}>
              <input
                className="input"
                name="categories"
                aria-label={`Category ${index + 1}`}
                maxLength={CATEGORY.max}
                defaultValue={names[index] ?? ""}
              />
              <select
                className="input"
                name="budgets"
                aria-label={`Budget of category ${index + 1}`}
                defaultValue={numbers[index] ?? ""}
              >
                <option value="">No budget</option>
                {budgets.map(({ number, title }) => (
                  <option key={number} value={number}>
                    {title}
                  </option>
                ))}
              </select>
            </div>
          ))}
          <FieldError id={`${id}error`} message={reply?.fields.categories} />
        </fieldset>
        <div className="form-end">
          <Link to="?">Back</Link>
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="save-rules"
            isBusy={isSending}
          >
            Save the rules
          </BusyButton>
        </div>
      </Form>
    </div>
  )
}
